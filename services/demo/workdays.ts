import { addDays } from '#contracts/core/dates.ts';

/** Returns the day of the week, 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const isWorkday = (day: string): boolean => weekdayOf(day) % 6 !== 0;

/** Returns the day itself, or the Monday after it for a weekend. */
export const workday = (day: string): string => (isWorkday(day) ? day : workday(addDays(day, 1)));

/** Returns the day itself, or the Friday before it for a weekend. */
export const workdayBefore = (day: string): string => (isWorkday(day) ? day : workdayBefore(addDays(day, -1)));
