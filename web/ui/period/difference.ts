import { formatNumber } from '#web/lib/format.ts';

/** Formats a relative change: "+12 %", "−3,5 %", "uguale"; `null` if `before` is 0. */
export function difference(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / Math.abs(before)) * 100;
  const rounded = Math.abs(percent) < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  if (rounded === 0) return 'uguale';
  return `${rounded > 0 ? '+' : '−'}${formatNumber(Math.abs(rounded), 1)} %`;
}

const ON = { il: 'sul', la: 'sulla', i: 'sui' } as const;

/**
 * Formats a change against an earlier period: "+12 % su ottobre", "come la settimana prima". `previous` names that period: "ottobre", "il
 * 2025".
 */
export function changeInWords(now: number, before: number | undefined, previous: string): string {
  if (before === undefined) return 'non si sa quanto prima';
  const change = difference(now, before);
  if (change === null) return 'niente nel periodo prima';
  if (change === 'uguale') return `come ${previous}`;
  return `${change} ${/^(il|la|i) /.test(previous) ? previous.replace(/^(il|la|i)\b/, (word) => ON[word as 'il']) : `su ${previous}`}`;
}
