/**
 * Calendar dates of the portal. A date is always the text `YYYY-MM-DD`; "today" is the calendar
 * date in Europe/Rome, whatever the clock of the machine says.
 */

const ROME = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Placeholder dates that mean "none" on the way in; they never come back out. */
const PLACEHOLDERS = new Set(['', '1899-11-30', '1899-11-29T23:00:00.000Z', '0000-00-00']);

/** Date and time, with or without seconds and offset. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Returns the day and the offset of an instant; `null` where the text is none, or its day or hour does not exist. */
function partsOf(text: string): { day: string; offset: string | undefined } | null {
  const [, day = '', hour, minute, second = '0', offset] = INSTANT.exec(text) ?? [];
  return isDay(day) && Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59 ? { day, offset } : null;
}

/** The calendar date in Rome at `instant`. */
export function romeDate(instant: Date): string {
  return ROME.format(instant);
}

const HOUR_MS = 3_600_000;
const ROME_CLOCK = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' });

/** "2026-11-23 02:00", by the clock of Rome. */
export const romeMoment = (instant: Date): string => ROME_CLOCK.format(instant).slice(0, 16);

/** The same of an instant that is written. */
export const romeDayAndTime = (instant: string): string => romeMoment(new Date(instant));

/**
 * Milliseconds of an ISO instant; one without an offset is the clock of Rome. Of an hour that autumn
 * repeats the first is meant, one that spring leaves out is an hour later. NaN for anything else, a day
 * that does not exist included: `Date.parse` makes the 30th of February a day of March.
 */
export function instantOf(text: string): number {
  const parts = partsOf(text);
  if (!parts) return Number.NaN;
  if (parts.offset !== undefined) return Date.parse(text);
  const clock = Date.parse(`${text}Z`);
  const shown = new Date(clock).toISOString().slice(0, 19).replace('T', ' ');
  const summer = clock - 2 * HOUR_MS;
  return ROME_CLOCK.format(summer) === shown ? summer : clock - HOUR_MS;
}

/** A year outside these was mistyped: no deadline and no purchase of the firm lies there. */
export const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];

/** May this be written as a date? A real day (see `isDay`) of a year that is no slip of the keyboard. */
export function isCalendarDate(text: string): boolean {
  return isDay(text) && Number(text.slice(0, 4)) <= LAST_YEAR;
}

/** True for a day that exists, written `YYYY-MM-DD` (no 31st of February): what was once stored stays a date, also past `LAST_YEAR`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  // the 31st of a month of thirty is the first of the next
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= FIRST_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The sentence that says why a text is no date: the day it names does not exist, or it is not written as one. */
export function dateFault(text: unknown): string {
  const [, day] = typeof text === 'string' ? (/^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(text.trim()) ?? []) : [];
  return day !== undefined && Number(day.slice(0, 4)) >= FIRST_YEAR && !isDay(day)
    ? `Il giorno ${day} non esiste`
    : 'Serve una data AAAA-MM-GG';
}

/**
 * What a client may send as a date, made into what is stored: `null` for a placeholder, the
 * calendar date in Rome for an ISO instant (one without offset is Rome time), the text itself
 * otherwise, still to be checked: so does an instant of a day or an hour that do not exist.
 */
export function normaliseDate(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (PLACEHOLDERS.has(text)) return null;
  const parts = partsOf(text);
  if (!parts || !isCalendarDate(parts.day)) return text;
  if (parts.offset === undefined) return parts.day;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : romeDate(instant);
}

/** Expired is the same as or earlier than today, compared as calendar dates. */
export function isExpired(date: string | null | undefined, today: string): boolean {
  return date != null && date !== '' && date <= today;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The date `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
