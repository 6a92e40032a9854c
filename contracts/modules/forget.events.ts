import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';
import { FORGET_EVENT, type Forgotten } from './forget.ts';

const forgotten = z.strictObject({
  dimenticato: z.string(),
  dimenticatoNonostante: z.string().nullable(),
}) satisfies z.ZodType<Forgotten>;

/** Schema of the event by which a worker is forgotten. */
export const forgetEvents = { [FORGET_EVENT]: forgotten.extend({ matricola: z.string() }) } satisfies EventSchemas;
