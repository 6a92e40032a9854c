import { z } from 'zod';
import { instantOf, isCalendarDate } from './dates.ts';

/** A day or an ISO instant; an instant without offset is read by the clock of Rome. */
export const pastMoment = z
  .string({ error: 'Serve una data o un istante ISO' })
  .max(40, { error: 'Al massimo 40 caratteri' })
  .refine((text) => isCalendarDate(text) || !Number.isNaN(instantOf(text)), { error: 'Serve una data o un istante ISO' });
