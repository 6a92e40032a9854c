import { formatNumber } from '#web/lib/format.ts';

/** "+12 %", "−3,5 %", "uguale"; `null` where there was nothing to compare with. */
export function difference(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / Math.abs(before)) * 100;
  const rounded = Math.abs(percent) < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  if (rounded === 0) return 'uguale';
  return `${rounded > 0 ? '+' : '−'}${formatNumber(Math.abs(rounded), 1)} %`;
}

const ON = { il: 'sul', la: 'sulla', i: 'sui' } as const;

/** "+12 % su ottobre", "−3,5 % sul 2025", "come la settimana prima". `previous`: what `before` is of, "ottobre", "il 2025". */
export function changeInWords(now: number, before: number | undefined, previous: string): string {
  if (before === undefined) return 'non si sa quanto prima';
  const change = difference(now, before);
  if (change === null) return 'niente nel periodo prima';
  if (change === 'uguale') return `come ${previous}`;
  return `${change} ${/^(il|la|i) /.test(previous) ? previous.replace(/^(il|la|i)\b/, (word) => ON[word as 'il']) : `su ${previous}`}`;
}
