import { addDays, daysBetween, isCalendarDate } from '#contracts/core/dates.ts';
import type { Period } from '#web/ui/period/period-steps.ts';

/** From the Monday of the week to one week later (part 1, section 9). */
export function defaultPeriod(today: string): Period {
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -back);
  return { dal: monday, al: addDays(monday, 7) };
}

/** The period of an address; the default one where it names none, or none that makes sense. */
export function periodOf(query: URLSearchParams, today: string): Period {
  const [dal, al] = [query.get('dal') ?? '', query.get('al') ?? ''];
  return isCalendarDate(dal) && isCalendarDate(al) && dal <= al ? { dal, al } : defaultPeriod(today);
}

/** Longer ones show the days that have something, not every day. */
const EVERY_DAY = 62;
const WEEKDAYS = ['dom', 'lun', 'mar', 'mer', 'gio', 'ven', 'sab'];
const WEEKDAYS_LONG = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'];
const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The days of a chart: all of the period, of a long one those named. */
export function daysOf({ dal, al }: Period, named: readonly string[]): string[] {
  const length = daysBetween(dal, al) + 1;
  if (length > EVERY_DAY) return [...new Set(named)].toSorted();
  return Array.from({ length }, (_, n) => addDays(dal, n));
}

/** "mer 11" under a bar; the date where the period is longer than a month. */
export const dayLabel = (date: string, { dal, al }: Period): string =>
  daysBetween(dal, al) < 31 ? `${WEEKDAYS[weekday(date)]} ${Number(date.slice(8))}` : date.slice(5);

/** "mercoledì 2026-11-11". */
export const dayName = (date: string): string => `${WEEKDAYS_LONG[weekday(date)]} ${date}`;
