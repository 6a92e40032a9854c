import { sql, type Expression } from 'kysely';
import { eb } from './database/compiled.ts';

/** Builds the time in Rome of an instant, or the instant of a time in Rome. */
const inRome = (time: Expression<Date>) => eb.fn<Date>('timezone', [sql.lit('Europe/Rome'), time]);

/** Builds the calendar date in Rome of an instant. */
export const romeDay = (instant: Expression<Date>) => eb.cast<string>(inRome(instant), 'date');

/** Builds the instant at which a calendar date begins in Rome, or the date some days later. */
export const romeMidnight = (day: string, later = 0) =>
  inRome(eb.cast<Date>(eb(eb.cast<number>(eb.val(day), 'date'), '+', eb.lit(later)), 'timestamp'));
