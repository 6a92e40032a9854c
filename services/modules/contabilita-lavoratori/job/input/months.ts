const MONTHS = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
];
const BY_NAME = new Map(
  MONTHS.flatMap(
    (name, i) =>
      [
        [name, i + 1],
        [name.slice(0, 3), i + 1],
      ] as const,
  ),
);

const SEP = String.raw`\s*[/\-.\s]\s*`;
const TIME = String.raw`(?:[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const shape = (...parts: string[]) => new RegExp(`^${parts.join('')}$`, 'i');

type Parts = { y: string; m: string; d?: string };
/** Accepted notations of a month. No text matches two notations with different results. */
const SHAPES: readonly [RegExp, (groups: string[]) => Parts][] = [
  [shape(String.raw`(\d{1,2})`, SEP, String.raw`(\d{4}|\d{2})`), ([, m = '', y = '']) => ({ y, m })],
  [shape(String.raw`(\d{4})`, SEP, String.raw`(\d{1,2})`), ([, y = '', m = '']) => ({ y, m })],
  [/^((?:19|20)\d\d)(\d\d)$/, ([, y = '', m = '']) => ({ y, m })],
  [/^(\d\d)(\d{4})$/, ([, m = '', y = '']) => ({ y, m })],
  [shape(String.raw`(\d{1,2})`, SEP, String.raw`(\d{1,2})`, SEP, String.raw`(\d{4})`, TIME), ([, d = '', m = '', y = '']) => ({ y, m, d })],
  [shape(String.raw`(\d{4})`, SEP, String.raw`(\d{1,2})`, SEP, String.raw`(\d{1,2})`, TIME), ([, y = '', m = '', d = '']) => ({ y, m, d })],
  [shape('([a-z]+)', SEP, String.raw`(\d{4}|\d{2})`), ([, m = '', y = '']) => ({ y, m })],
];

/** Returns the month as `2026-01`; `null` if the text is no month. */
export function readMonth(cell: string): string | null {
  const text = cell.trim();
  for (const [pattern, take] of SHAPES) {
    const groups = pattern.exec(text);
    const month = groups && isoDate(take(groups));
    if (month) return month;
  }
  return null;
}

/** Returns a month from two cells, as `2026-01`: its number or name, and the year with 4 or 2 digits. `null` if unreadable. */
export function readMonthAndYear(month: string, year: string): string | null {
  const [m, y] = [month.trim(), year.trim()];
  return /^(?:\d{1,2}|[a-z]+)$/i.test(m) && /^(?:\d{4}|\d{2})$/.test(y) ? isoDate({ y, m }) : null;
}

function isoDate({ y, m, d }: Parts): string | null {
  const year = Number(y.length === 2 ? `20${y}` : y);
  const month = /^\d+$/.test(m) ? Number(m) : (BY_NAME.get(m.toLowerCase()) ?? 0);
  if (year < 1990 || year > 2099 || month < 1 || month > 12) return null;
  if (d !== undefined && (Number(d) < 1 || Number(d) > lastDay(year, month))) return null;
  return `${year}-${String(month).padStart(2, '0')}`;
}

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns the last day of a month: `2026-01-31` for `2026-01`. */
export function endOfMonth(competenza: string): string {
  const [year = 0, month = 0] = competenza.split('-').map(Number);
  return `${competenza}-${lastDay(year, month)}`;
}
