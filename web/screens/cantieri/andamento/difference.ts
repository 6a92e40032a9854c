import { formatNumber } from '#web/lib/format.ts';

/** "+12 %", "−3,5 %", "uguale"; `null` where there was nothing to compare with. */
export function difference(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / Math.abs(before)) * 100;
  const rounded = Math.abs(percent) < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  if (rounded === 0) return 'uguale';
  return `${rounded > 0 ? '+' : '−'}${formatNumber(Math.abs(rounded), 1)} %`;
}
