import { z } from 'zod';
import type { EventSchemas } from '../../core/facts.ts';
import { SEEN_EVENTS } from './seen.ts';

const seen = {
  vistoTipo: z.string(),
  vistoNome: z.string(),
  vistoVoce: z.string().nullable(),
  vistoRiferimento: z.string().nullable(),
  vistoFino: z.string(),
};

const byMatricola = z.strictObject({ matricola: z.string(), ...seen });
const byNumber = z.strictObject({ id: z.number(), ...seen });

/** Each is a fact of the module that its record is of, and names it by that register's key. */
export const seenEvents = {
  macchina: { [SEEN_EVENTS.macchina]: byMatricola },
  noleggio: { [SEEN_EVENTS.noleggio]: byNumber },
  lavoratore: { [SEEN_EVENTS.lavoratore]: byMatricola },
  cantiere: { [SEEN_EVENTS.cantiere]: z.strictObject({ commessa: z.string(), ...seen }) },
  ditta: { [SEEN_EVENTS.ditta]: byNumber },
} satisfies Record<string, EventSchemas>;
