import { sql, type Expression } from 'kysely';

/** Builds the calendar date in Rome of an instant. */
export const romeDay = (instant: Expression<Date>) => sql<string>`(${instant} at time zone 'Europe/Rome')::date`;

/** Builds the instant at which a calendar date begins in Rome, or the date some days later. */
export const romeMidnight = (day: string, later = 0) =>
  sql<Date>`((${day}::date + ${sql.lit(later)})::timestamp at time zone 'Europe/Rome')`;
