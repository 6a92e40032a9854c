import { z } from 'zod';
import { dateFault, isCalendarDate, normaliseDate } from './dates.ts';

/** Schema of an existing day `YYYY-MM-DD`; the error names a day that does not exist. */
export const calendarDate = z
  .string({ error: ({ input }) => dateFault(input) })
  .refine(isCalendarDate, { error: ({ input }) => dateFault(input) });

/** Schema of a day in a query or body. Converts an instant to its day in Rome. */
export const daySchema = z.preprocess(normaliseDate, calendarDate);

/** Wraps the schema of a filter: an empty text, sent by an empty input, counts as absent. */
export const ifNotEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
