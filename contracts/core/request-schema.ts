import { z } from 'zod';
import { isCalendarDate, normaliseDate } from './dates.ts';

const ERROR = 'Serve una data AAAA-MM-GG';

/** A day of a query or of a body, as `YYYY-MM-DD`; a full instant is its day in Rome. */
export const daySchema = z.preprocess(normaliseDate, z.string({ error: ERROR }).refine(isCalendarDate, { error: ERROR }));

/** An empty box of a screen's filter asks for nothing. */
export const ifNotEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
