import { z } from 'zod';
import { DOCUMENT_EVENTS } from './documents.ts';
import type { EventSchemas, RecordedData } from './facts.ts';

const recordField = { tabella: z.string(), id: z.string(), campo: z.string() };
const content = { percorso: z.string(), file_versione: z.number() };

/** Schemas of the events about files, for any register. */
export const documentEvents = {
  [DOCUMENT_EVENTS.caricato]: z.strictObject({
    ...recordField,
    ...content,
    byte: z.number(),
    sha256: z.string().optional(),
    da_foto: z.number().optional(),
  }),
  [DOCUMENT_EVENTS.eliminato]: z.strictObject({ ...recordField, ...z.object(content).partial().shape }),
  [DOCUMENT_EVENTS.rinominato]: z.strictObject({ ...recordField, ...content, da: z.string().optional() }),
  [DOCUMENT_EVENTS.rinnovato]: z.strictObject({
    ...recordField,
    campo_scadenza: z.string(),
    tipo: z.string(),
    dal: z.string(),
    scadenza: z.string().nullable(),
    calcolata: z.string().nullable(),
    anticipata: z.union([z.literal(0), z.literal(1)]),
  }),
  [DOCUMENT_EVENTS.oscurato]: z.strictObject({
    ...recordField,
    ...content,
    tipo: z.string(),
    sha256: z.string(),
    byte: z.number(),
    copie: z.array(z.strictObject(content)).min(1),
    in_scheda: z.union([z.literal(0), z.literal(1)]),
    motivo: z.string(),
  }),
  [DOCUMENT_EVENTS.aperto]: z.strictObject({ ...recordField, ...content }),
} satisfies EventSchemas;

/** Data of any recorded event about files. */
export type DocumentData = RecordedData<typeof documentEvents>;
