import { sql, type Expression } from 'kysely';
import { expressions } from './database/compiled.ts';

/** Converts an instant to the time in Rome, or a time in Rome to its instant. */
const atRome = <To>(time: Expression<unknown>) => expressions.fn<To>('timezone', [sql.lit('Europe/Rome'), time]);

/** Builds a calendar date of the database from `YYYY-MM-DD`. */
export const dateOf = (day: string) => expressions.cast<string>(expressions.val(day), 'date');

/** Builds the calendar date in Rome of an instant. */
export const romeDay = (instant: Expression<Date>) => expressions.cast<string>(atRome(instant), 'date');

/** Builds the instant at which a calendar date begins in Rome, or the date some days later. */
export const romeMidnight = (day: string, later = 0) =>
  atRome<Date>(expressions.cast(daysAfter(dateOf(day), expressions.lit(later)), 'timestamp'));

/** Builds the date a number of days after another; Kysely adds values of one type only. */
export const daysAfter = <Day extends string | null>(day: Expression<Day>, days: Expression<number | null>) => sql<Day>`(${day} + ${days})`;

/** Builds the number of days from one date to another. */
export const daysBetween = (from: Expression<string | null>, to: Expression<string | null>) => sql<number | null>`(${to} - ${from})`;
