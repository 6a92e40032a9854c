import { addDays } from '#contracts/core/dates.ts';

/** A month in the format of the address: `2026-11`. */
export type MonthText = string;

export const monthOf = (day: string): MonthText => day.slice(0, 7);
export const isMonth = (text: string | undefined): text is MonthText => /^(19|20)\d{2}-(0[1-9]|1[0-2])$/.test(text ?? '');

export function shiftMonth(month: MonthText, by: number): MonthText {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

export const firstDay = (month: MonthText): string => `${month}-01`;
export const lastDay = (month: MonthText): string => addDays(firstDay(shiftMonth(month, 1)), -1);

const names = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Formats a month: "novembre 2026". */
export const monthName = (month: MonthText): string => names.format(new Date(`${month}-01T00:00:00Z`));

/** Returns the weeks of a month from Monday, seven days each; days of other months are `null`. */
export function weeksOf(month: MonthText): (string | null)[][] {
  const first = firstDay(month);
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = Number(lastDay(month).slice(8));
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, at) => {
    const day = at - before;
    return day >= 0 && day < days ? addDays(first, day) : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
