import { momentOf, type Moment } from '#contracts/core/as-of.ts';
import { isCalendarDate, romeDayAndTime } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';

/** Returns the instant that a text names; `null` where the text names none, or one to come. */
export function knownMoment(al: string): Moment | null {
  try {
    return momentOf(al, new Date());
  } catch {
    return null;
  }
}

/** Returns the day on which a list as of an instant judges its rows; today where the text names no instant. */
export const dayOfMoment = (al: string): string => knownMoment(al)?.giorno ?? todayInRome();

/** Returns an instant within a sentence: "alla fine del 2026-10-01", "il 2026-10-01 alle 14:30", "adesso". */
export function momentInWords(al: string): string {
  const moment = knownMoment(al);
  if (!moment) return `al momento «${al}»`;
  if (al === todayInRome()) return 'adesso';
  if (isCalendarDate(al)) return `alla fine del ${al}`;
  const [day = '', time = ''] = romeDayAndTime(moment.al).split(' ');
  return `il ${day} alle ${time}`;
}

/** Builds the text of a moment from a day and an hour (`HH:MM`); without an hour it is the day's end. */
export const momentText = (day: string, time: string): string => (time === '' ? day : `${day}T${time}`);

/** Splits the text of a moment into the day and the hour by the clock of Rome, as the dialog shows them. */
export function momentParts(al: string): { day: string | null; time: string } {
  if (isCalendarDate(al)) return { day: al, time: '' };
  const moment = knownMoment(al);
  if (!moment) return { day: null, time: '' };
  const [day = '', time = ''] = romeDayAndTime(moment.al).split(' ');
  return { day, time };
}
