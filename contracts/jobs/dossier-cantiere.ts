import { z } from 'zod';
import { dossierOfSite, dossierOfWorker } from '../modules/scadenze/dossier.events.ts';
import { defineJob } from './define-job.ts';

/** Name of the index page in the zip. */
export const INDEX_NAME = 'Indice.pdf';

const MOST_LINES = 20_000;

const line = z.strictObject({
  documento: z.string(),
  stato: z.string(),
  /** Validity as displayed; empty for health documents, unless the judgement is included. */
  validita: z.string(),
  /** Path in the archive and name in the zip; `null`: the zip contains no file for this line. */
  file: z.strictObject({ percorso: z.string().min(1), versione: z.int().min(1).nullable(), nome: z.string().min(1).max(600) }).nullable(),
  /** Text shown in place of a file. */
  avviso: z.string(),
});

const group = z.strictObject({ titolo: z.string(), esito: z.string(), righe: z.array(line).max(MOST_LINES) });

/**
 * Builds the zip of a site's dossier: the documents valid on the day, and an index of what is required, present and wrong (POST
 * api/cantieri/dossier).
 */
export const dossierCantiere = defineJob({
  kind: 'dossier-cantiere',
  lane: 'persona',
  data: z.strictObject({
    /** Name of the zip, without `.zip`. */
    nome: z.string().min(1).max(120),
    titolo: z.string(),
    /** Lines under the title of the index: requester, time and recipient. */
    intestazione: z.array(z.string()),
    ditta: z.string(),
    gruppi: z.array(group).max(1000),
    /** Facts for the histories, each under a command of its own, recorded before any byte is handed out. */
    fatti: z.array(
      z.union([
        z.strictObject({ registro: z.literal('cantieri'), chiave: z.string(), comando: z.string(), dati: dossierOfSite }),
        z.strictObject({ registro: z.literal('personale'), chiave: z.string(), comando: z.string(), dati: dossierOfWorker }),
      ]),
    ),
  }),
});

export type DossierData = z.output<(typeof dossierCantiere)['data']>;
export type DossierGroup = z.output<typeof group>;
export type DossierLine = z.output<typeof line>;

/** Writes the index of the zip: file names with the SHA-256 of their content, `null` for files that the archive no longer has. */
export type WriteIndex = (data: DossierData, hashes: ReadonlyMap<string, string | null>) => Promise<Buffer>;
