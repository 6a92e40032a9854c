import { z } from 'zod';
import { FILE_FORMATS } from '../export/cells.ts';
import type { JsonObject } from '../core/events.ts';
import { defineJob } from './define-job.ts';

/** Which rows of a list, which columns, in which order: what the screen shows. */
export const listRequest = z.object({
  /** A register's path, or `storico`. */
  tabella: z.string({ error: 'Serve la tabella' }).max(80, { error: 'Al massimo 80 caratteri' }),
  /** Names of the columns, in their order. */
  colonne: z
    .array(z.string({ error: 'Serve il nome di una colonna' }).max(80, { error: 'Al massimo 80 caratteri' }), {
      error: 'Servono le colonne',
    })
    .min(1, { error: 'Serve almeno una colonna' })
    .max(200, { error: 'Al massimo 200 colonne' }),
  ordina: z.string({ error: 'Serve un campo' }).max(80, { error: 'Al massimo 80 caratteri' }).optional(),
  cerca: z.string({ error: 'Serve un testo' }).max(200, { error: 'Al massimo 200 caratteri' }).optional(),
  filtri: z.record(z.string(), z.unknown(), { error: 'Serve un oggetto JSON' }).optional(),
});

export type ListRequest = z.infer<typeof listRequest>;

export const exportListData = listRequest.extend({
  formato: z.enum(FILE_FORMATS),
  /** Name the file is downloaded under. */
  nome: z.string().min(1).max(200),
});

export type ExportListData = z.infer<typeof exportListData>;

/** All filtered rows of a list as a file (POST api/esporta). */
export const esportaElenco = defineJob({
  kind: 'esporta-elenco',
  lane: 'persona',
  data: exportListData as unknown as z.ZodType<JsonObject>,
});
