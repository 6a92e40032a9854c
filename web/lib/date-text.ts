import { dateFault, isCalendarDate } from '#contracts/core/dates.ts';

/**
 * The date in what a person typed: AAAA-MM-GG, AAAAMMGG (all eight figures, or nobody could tell
 * where the year ends), GG/MM/AAAA (also with dots, dashes or two figures of the year). `null` when empty, `undefined` when it is no date.
 */
export function parseData(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const day = writtenDay(text);
  return day !== undefined && isCalendarDate(day) ? day : undefined;
}

/** The sentence about a text that `parseData` takes for no date. */
export const typedFault = (text: string): string => dateFault(writtenDay(text) ?? text);

/** The day that a text names as AAAA-MM-GG, whether it exists or not. */
function writtenDay(text: string): string | undefined {
  const trimmed = text.trim();
  const iso = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed) ?? /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(trimmed);
  const local = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(trimmed);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : [];
  if (!year || !month || !day) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The six weeks shown for a month, Monday first. `month` is `YYYY-MM`. */
export function weeks(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const back = (first.getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_, i) => new Date(first.getTime() + (i - back) * 86_400_000).toISOString().slice(0, 10));
}

/** `YYYY-MM` moved by whole months. */
export function moveMonth(month: string, by: number): string {
  const [year = 0, m = 1] = month.split('-').map(Number);
  const total = year * 12 + (m - 1) + by;
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
}
