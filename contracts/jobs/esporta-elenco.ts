import { z } from 'zod';
import { pastMoment } from '../core/as-of-request.ts';
import { CHANGE_KINDS } from '../core/comparison.ts';
import { FILE_FORMATS } from '../export/cells.ts';
import type { JsonObject } from '../core/events.ts';
import { defineJob } from './define-job.ts';

/** Request for a list's rows, columns and order, as shown on the screen. */
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
  /** Day or instant of a register's list, as in the list call; none for today's. */
  al: pastMoment.optional(),
  /** Two moments of a register's list: the file tells what changed between them, and of each field from what to what. */
  confronto: z
    .object(
      {
        da: pastMoment,
        a: pastMoment,
        tipo: z.enum(CHANGE_KINDS, { error: `Serve uno fra: ${CHANGE_KINDS.join(', ')}` }).optional(),
      },
      { error: 'Servono i due momenti (da, a)' },
    )
    .optional(),
  filtri: z.record(z.string(), z.unknown(), { error: 'Serve un oggetto JSON' }).optional(),
});

export type ListRequest = z.infer<typeof listRequest>;

export const exportListData = listRequest.extend({
  formato: z.enum(FILE_FORMATS),
  /** Name under which the file is downloaded. */
  nome: z.string().min(1).max(200),
});

export type ExportListData = z.infer<typeof exportListData>;

/** Exports all filtered rows of a list to a file (POST api/esporta). */
export const esportaElenco = defineJob({
  kind: 'esporta-elenco',
  lane: 'persona',
  data: exportListData as unknown as z.ZodType<JsonObject>,
});
