import { z } from 'zod';
import type { EventSchemas } from '../../core/facts.ts';
import { FAILURES } from './reminder-facts.ts';
import { REMINDER_FAILED, REMINDER_SENT } from './reminder-names.ts';

const digest = {
  promemoria: z.string(),
  giorno: z.string(),
  destinatario: z.string(),
  righe: z.int(),
  scadute: z.int(),
  assenti: z.int(),
};

/** Events with the outcome of a person's reminder of a morning: the number of items, never their content. */
export const reminderEvents = {
  [REMINDER_SENT]: z.strictObject({ ...digest, indirizzo: z.string(), messaggio: z.string() }),
  [REMINDER_FAILED]: z.strictObject({ ...digest, indirizzo: z.string().nullable(), esito: z.enum(FAILURES), spiegazione: z.string() }),
} satisfies EventSchemas;
