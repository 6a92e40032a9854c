import { z } from 'zod';
import type { EventSchemas } from '../../core/facts.ts';
import { DOSSIER_EVENTS, type DossierOfSite, type DossierOfWorker } from './dossier-facts.ts';

const flag = z.union([z.literal(0), z.literal(1)]);

export const dossierOfSite = z.strictObject({
  dossierTesto: z.string().optional(),
  dossierGiorno: z.string(),
  dossierDestinatario: z.string().nullable(),
  dossierLavoratori: z.array(z.string()),
  dossierMacchinari: z.array(z.string()),
  dossierFile: z.number(),
  dossierSanitari: flag,
}) satisfies z.ZodType<DossierOfSite>;

export const dossierOfWorker = z.strictObject({
  dossierTesto: z.string(),
  dossierCantiere: z.string(),
  dossierGiorno: z.string(),
  dossierDestinatario: z.string().nullable(),
  dossierDocumenti: z.array(z.string()),
  dossierSanitari: flag,
}) satisfies z.ZodType<DossierOfWorker>;

/** Schemas of the dossier events, by subject; each event is declared by the module of its record. */
export const dossierEvents = {
  cantiere: { [DOSSIER_EVENTS.cantiere]: dossierOfSite.extend({ commessa: z.string() }) },
  lavoratore: { [DOSSIER_EVENTS.lavoratore]: dossierOfWorker.extend({ matricola: z.string() }) },
} satisfies Record<string, EventSchemas>;
