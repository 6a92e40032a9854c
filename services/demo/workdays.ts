import { addDays } from '#contracts/core/dates.ts';

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const isWorkday = (day: string): boolean => weekdayOf(day) % 6 !== 0;

/** The day itself, or the Monday after it. */
export const workday = (day: string): string => (isWorkday(day) ? day : workday(addDays(day, 1)));

/** The day itself, or the Friday before it. */
export const workdayBefore = (day: string): string => (isWorkday(day) ? day : workdayBefore(addDays(day, -1)));
