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

/** Those that it covers from their first to their last day. */
export const wholeMonths = (period: Period): string[] =>
  monthsOf(period).filter((month) => period.dal <= firstOfMonth(month) && lastOfMonth(month) <= period.al);

/** What both have; `null` where they have no day in common. An end that is missing is open. */
export function common({ dal, al }: Period, from: string | null, to: string | null): Period | null {
  const both = { dal: from !== null && from > dal ? from : dal, al: to !== null && to < al ? to : al };
  return both.dal <= both.al ? both : null;
}

/** What a period is compared with: as many whole months before, of another period as many days. */
export function previous(period: Period): Period {
  const months = monthsOf(period);
  const before = addDays(period.dal, -1);
  if (months.length === 0 || wholeMonths(period).length < months.length)
    return { dal: addDays(period.dal, -(daysBetween(period.dal, period.al) + 1)), al: before };
  return { dal: firstOfMonth(monthText(monthNumber(monthOf(period.dal)) - months.length)), al: before };
}
