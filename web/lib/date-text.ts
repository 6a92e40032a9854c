import { dateFault, isCalendarDate } from '#contracts/core/dates.ts';

/**
 * Parses a typed date: AAAA-MM-GG, AAAAMMGG, or GG/MM/AAAA, also with dots, dashes or a two-digit year. Returns `null` for empty text,
 * `undefined` if the text is no date. Without separators all eight digits are required, because the end of the year would otherwise be
 * ambiguous.
 */
export function parseData(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const day = writtenDay(text);
  return day !== undefined && isCalendarDate(day) ? day : undefined;
}

/** Returns the error message for a text that `parseData` rejects. */
export const typedFault = (text: string): string => dateFault(writtenDay(text) ?? text);

/** Returns the day of a text as AAAA-MM-GG; the day may not exist in the calendar. */
function writtenDay(text: string): string | undefined {
  const trimmed = text.trim();
  const iso = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed) ?? /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(trimmed);
  const local = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(trimmed);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : [];
  if (!year || !month || !day) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns the 42 days that a calendar shows for a month, from Monday of the first week. `month` is `YYYY-MM`. */
export function weeks(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const back = (first.getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_, i) => new Date(first.getTime() + (i - back) * 86_400_000).toISOString().slice(0, 10));
}

/** Adds whole months to a `YYYY-MM`; `by` may be negative. */
export function moveMonth(month: string, by: number): string {
  const [year = 0, m = 1] = month.split('-').map(Number);
  const total = year * 12 + (m - 1) + by;
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
}
