import { z } from 'zod';
import type { EventSchemas } from '../../core/facts.ts';
import { SEEN_EVENTS } from './seen-deadline.ts';

const deadlineFields = {
  vistoTipo: z.string(),
  vistoNome: z.string(),
  vistoVoce: z.string().nullable(),
  vistoRiferimento: z.string().nullable(),
  vistoFino: z.string(),
};

const byMatricola = z.strictObject({ matricola: z.string(), ...deadlineFields });
const byNumber = z.strictObject({ id: z.number(), ...deadlineFields });

/** Schemas of the marks as seen, by subject. Each event is declared by the module of its record and holds that record's key. */
export const seenEvents = {
  macchina: { [SEEN_EVENTS.macchina]: byMatricola },
  noleggio: { [SEEN_EVENTS.noleggio]: byNumber },
  lavoratore: { [SEEN_EVENTS.lavoratore]: byMatricola },
  cantiere: { [SEEN_EVENTS.cantiere]: z.strictObject({ commessa: z.string(), ...deadlineFields }) },
  ditta: { [SEEN_EVENTS.ditta]: byNumber },
} satisfies Record<string, EventSchemas>;
