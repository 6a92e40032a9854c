import { z } from 'zod';
import { dateFault, isCalendarDate, normaliseDate } from './dates.ts';

/** A day that exists, as `YYYY-MM-DD`; the sentence says which one does not. */
export const calendarDate = z
  .string({ error: ({ input }) => dateFault(input) })
  .refine(isCalendarDate, { error: ({ input }) => dateFault(input) });

/** A day of a query or of a body, as `YYYY-MM-DD`; a full instant is its day in Rome. */
export const daySchema = z.preprocess(normaliseDate, calendarDate);

/** An empty box of a screen's filter asks for nothing. */
export const ifNotEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
