import { addDays, daysBetween } from './dates.ts';

/** A period of days `YYYY-MM-DD`, both ends included. */
export interface Period {
  dal: string;
  al: string;
}

const MONTHS = 12;
const pad = (value: number): string => String(value).padStart(2, '0');

/** Returns the month `2026-03` of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** Counts the months since year 0. */
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * MONTHS + Number(month.slice(5, 7)) - 1;
const monthText = (number: number): string => `${String(Math.floor(number / MONTHS)).padStart(4, '0')}-${pad((number % MONTHS) + 1)}`;

export const firstOfMonth = (month: string): string => `${month}-01`;
export const daysInMonth = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
export const lastOfMonth = (month: string): string => `${month}-${pad(daysInMonth(month))}`;

/** Returns every month of which the period contains a day, oldest first. */
export function monthsOf({ dal, al }: Period): string[] {
  const [first, last] = [monthNumber(monthOf(dal)), monthNumber(monthOf(al))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => monthText(first + i));
}

/** Returns the month `months` months later; earlier if negative. */
export const monthAfter = (month: string, months: number): string => monthText(monthNumber(month) + months);

/** Returns the period of `count` whole months that ends with the month of a day. */
export const lastMonths = (day: string, count: number): Period => ({
  dal: firstOfMonth(monthAfter(monthOf(day), 1 - count)),
  al: lastOfMonth(monthOf(day)),
});

/** Returns the months that lie completely within the period. */
export const wholeMonths = (period: Period): string[] =>
  monthsOf(period).filter((month) => period.dal <= firstOfMonth(month) && lastOfMonth(month) <= period.al);

/** Returns the intersection of two periods; `null` if they share no day. A missing end is open. */
export function common({ dal, al }: Period, from: string | null, to: string | null): Period | null {
  const both = { dal: from !== null && from > dal ? from : dal, al: to !== null && to < al ? to : al };
  return both.dal <= both.al ? both : null;
}

const WEEK = 7;

/** Checks whether the period is a week as the home page opens with, from a Monday to the next. */
export const isHomeWeek = ({ dal, al }: Period): boolean => new Date(`${dal}T00:00:00Z`).getUTCDay() === 1 && addDays(dal, WEEK) === al;

/** Returns the previous period: the same number of whole months, the week before for the home's week, otherwise the same number of days. */
export function previous(period: Period): Period {
  if (isHomeWeek(period)) return { dal: addDays(period.dal, -WEEK), al: addDays(period.al, -WEEK) };
  const months = monthsOf(period);
  const before = addDays(period.dal, -1);
  if (!isWholeMonths(period)) return { dal: addDays(period.dal, -(daysBetween(period.dal, period.al) + 1)), al: before };
  return { dal: firstOfMonth(monthText(monthNumber(monthOf(period.dal)) - months.length)), al: before };
}

/** Checks whether the period consists of whole months. */
export const isWholeMonths = (period: Period): boolean =>
  monthsOf(period).length > 0 && wholeMonths(period).length === monthsOf(period).length;

/** Returns the part of the previous period to compare with. For a period still running, that part has as many days as have passed. */
export function comparablePart(period: Period, today: string): Period {
  const before = previous(period);
  if (today < period.dal || today >= period.al) return before;
  const al = sameDayBefore(period, before, today);
  return { dal: before.dal, al: al < before.al ? al : before.al };
}

/** Returns the corresponding day of the previous period: by the calendar for a year, otherwise by counting days. */
function sameDayBefore(period: Period, before: Period, day: string): string {
  if (!isWholeMonths(period) || monthsOf(period).length !== MONTHS) return addDays(before.dal, daysBetween(period.dal, day));
  const month = monthsOf(before)[monthsOf(period).indexOf(monthOf(day))]!;
  return [`${month}${day.slice(7)}`, lastOfMonth(month)].toSorted()[0]!;
}
