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

/** Returns the calendar date in Rome at `instant`. */
export function romeDate(instant: Date): string {
  return ROME.format(instant);
}

const HOUR_MS = 3_600_000;
const ROME_CLOCK = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' });

/** Formats an instant by the clock of Rome: "2026-11-23 02:00". */
export const romeMoment = (instant: Date): string => ROME_CLOCK.format(instant).slice(0, 16);

/** Formats an ISO instant by the clock of Rome: "2026-11-24 08:30". */
export const romeDayAndTime = (instant: string): string => romeMoment(new Date(instant));

/**
 * Converts an ISO instant to milliseconds; an instant without offset is read by the clock of Rome. An hour that autumn repeats counts as
 * its first occurrence; an hour that spring skips counts one hour later. Returns NaN for anything else, including a day that does not
 * exist: `Date.parse` turns 30 February into a day of March.
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

/** First and last year accepted as input: no deadline or purchase of the firm lies outside, so another year is a typing error. */
export const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];

/** Checks whether a text can be written as a date: a real day (see `isDay`) up to `LAST_YEAR`. */
export function isCalendarDate(text: string): boolean {
  return isDay(text) && Number(text.slice(0, 4)) <= LAST_YEAR;
}

/**
 * True for a day that exists, written `YYYY-MM-DD` (no 31 February). Accepts years past `LAST_YEAR`, so that dates stored earlier stay
 * dates.
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  // `Date.UTC` turns the 31st of a 30-day month into the 1st of the next month, so comparing the month detects it
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= FIRST_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the sentence that says why a text is not a date: the day does not exist, or the format is wrong. */
export function dateFault(text: unknown): string {
  const [, day] = typeof text === 'string' ? (/^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(text.trim()) ?? []) : [];
  return day !== undefined && Number(day.slice(0, 4)) >= FIRST_YEAR && !isDay(day)
    ? `Il giorno ${day} non esiste`
    : 'Serve una data AAAA-MM-GG';
}

/**
 * Normalises a date sent by a client for storage. Placeholders become `null`; an ISO instant becomes its calendar date in Rome (no offset:
 * Rome time). Any other text, also an instant that does not exist, is returned unchanged for validation.
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

/** Checks whether a date is today or earlier, compared as calendar dates. */
export function isExpired(date: string | null | undefined, today: string): boolean {
  return date != null && date !== '' && date <= today;
}

/** Returns the whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
