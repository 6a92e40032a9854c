import { z } from 'zod';
import { dossierOfSite, dossierOfWorker } from '../modules/scadenze/dossier.events.ts';
import { defineJob } from './define-job.ts';

/** The page in the zip that says what is in it. */
export const INDEX_NAME = 'Indice.pdf';

const MOST_LINES = 20_000;

const line = z.strictObject({
  documento: z.string(),
  stato: z.string(),
  /** Until when it holds, as it is read; of health empty, unless the judgement goes out. */
  validita: z.string(),
  /** Where it lies in the archive and in the zip; `null`: no file of it goes out. */
  file: z.strictObject({ percorso: z.string().min(1), versione: z.int().min(1).nullable(), nome: z.string().min(1).max(600) }).nullable(),
  /** In place of a file. */
  avviso: z.string(),
});

const group = z.strictObject({ titolo: z.string(), esito: z.string(), righe: z.array(line).max(MOST_LINES) });

/** The zip of a site's dossier: documents that hold on the day, and an index of what is required, there and wrong (POST api/cantieri/dossier). */
export const dossierCantiere = defineJob({
  kind: 'dossier-cantiere',
  lane: 'persona',
  data: z.strictObject({
    /** Name of the zip, without `.zip`. */
    nome: z.string().min(1).max(120),
    titolo: z.string(),
    /** Who asked, when, for whom: a line each under the title of the index. */
    intestazione: z.array(z.string()),
    ditta: z.string(),
    gruppi: z.array(group).max(1000),
    /** What the histories tell, each under a command of its own: before a byte is handed out. */
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

/** Makes the index of what was written: names in the zip with the SHA-256 of their content, `null` for what the archive no longer has. */
export type WriteIndex = (data: DossierData, hashes: ReadonlyMap<string, string | null>) => Promise<Buffer>;
