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

/** Conditions on columns by name, as JSON. Columns and values are checked where the columns are known. */
export const conditionsSchema = z
  .string({ error: 'Serve un oggetto JSON' })
  .max(20_000, { error: 'Al massimo 20000 caratteri' })
  .transform((text, check): Readonly<Record<string, unknown>> => {
    const read = parseJson(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
    check.addIssue({ code: 'custom', message: 'Serve un oggetto JSON' });
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
