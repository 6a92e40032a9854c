import { addDays, daysBetween } from './dates.ts';

/** Both days count. `YYYY-MM-DD`. */
export interface Period {
  dal: string;
  al: string;
}

const MONTHS = 12;
const pad = (value: number): string => String(value).padStart(2, '0');

/** `2026-03` of any of its days. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** Months since year 0. */
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * MONTHS + Number(month.slice(5, 7)) - 1;
const monthText = (number: number): string => `${String(Math.floor(number / MONTHS)).padStart(4, '0')}-${pad((number % MONTHS) + 1)}`;

export const firstOfMonth = (month: string): string => `${month}-01`;
export const daysInMonth = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
export const lastOfMonth = (month: string): string => `${month}-${pad(daysInMonth(month))}`;

/** Every month of which the period has a day, oldest first. */
export function monthsOf({ dal, al }: Period): string[] {
  const [first, last] = [monthNumber(monthOf(dal)), monthNumber(monthOf(al))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => monthText(first + i));
}

/** The month that many months later, or earlier. */
export const monthAfter = (month: string, months: number): string => monthText(monthNumber(month) + months);

/** So many whole months up to that of a day, which is the last. */
export const lastMonths = (day: string, count: number): Period => ({
  dal: firstOfMonth(monthAfter(monthOf(day), 1 - count)),
  al: lastOfMonth(monthOf(day)),
});

/** Those that it covers from their first to their last day. */
export const wholeMonths = (period: Period): string[] =>
  monthsOf(period).filter((month) => period.dal <= firstOfMonth(month) && lastOfMonth(month) <= period.al);

/** What both have; `null` where they have no day in common. An end that is missing is open. */
export function common({ dal, al }: Period, from: string | null, to: string | null): Period | null {
  const both = { dal: from !== null && from > dal ? from : dal, al: to !== null && to < al ? to : al };
  return both.dal <= both.al ? both : null;
}

const WEEK = 7;

/** Is it a week as the home opens with one, from a Monday to the next? */
export const isHomeWeek = ({ dal, al }: Period): boolean => new Date(`${dal}T00:00:00Z`).getUTCDay() === 1 && addDays(dal, WEEK) === al;

/** The period before: as many whole months, of the home's week the one that began a week earlier, of another period as many days. */
export function previous(period: Period): Period {
  if (isHomeWeek(period)) return { dal: addDays(period.dal, -WEEK), al: addDays(period.al, -WEEK) };
  const months = monthsOf(period);
  const before = addDays(period.dal, -1);
  if (!isWholeMonths(period)) return { dal: addDays(period.dal, -(daysBetween(period.dal, period.al) + 1)), al: before };
  return { dal: firstOfMonth(monthText(monthNumber(monthOf(period.dal)) - months.length)), al: before };
}

/** Does it cover nothing but whole months? */
export const isWholeMonths = (period: Period): boolean =>
  monthsOf(period).length > 0 && wholeMonths(period).length === monthsOf(period).length;

/** The part of the period before that a period is compared with: of one that is still running, as many days as have passed of it. */
export function compared(period: Period, today: string): Period {
  const before = previous(period);
  if (today < period.dal || today >= period.al) return before;
  const al = sameDayBefore(period, before, today);
  return { dal: before.dal, al: al < before.al ? al : before.al };
}

/** The day of the period before that corresponds to a day: of a year by the calendar, otherwise by counting. */
function sameDayBefore(period: Period, before: Period, day: string): string {
  if (!isWholeMonths(period) || monthsOf(period).length !== MONTHS) return addDays(before.dal, daysBetween(period.dal, day));
  const month = monthsOf(before)[monthsOf(period).indexOf(monthOf(day))]!;
  return [`${month}${day.slice(7)}`, lastOfMonth(month)].toSorted()[0]!;
}
