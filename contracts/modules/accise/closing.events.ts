import { z } from 'zod';
import type { EventSchemas } from '../../core/facts.ts';
import { STATEMENT_CLOSED, STATEMENT_REOPENED } from './closing.ts';

const counter = z.number().nullable();
const quarter = { periodo: z.string(), anno: z.int(), trimestre: z.int() };

/** Schemas of the events for a closed quarter, with its declared rows, and for a reopened quarter. */
export const acciseEvents = {
  [STATEMENT_CLOSED]: z.strictObject({
    ...quarter,
    righe: z.array(
      z.strictObject({
        matricola: z.string(),
        cantiere: z.string().nullable(),
        ore_inizio: counter,
        ore_fine: counter,
        ore: z.number(),
        giri_inizio: counter,
        giri_fine: counter,
        giri: z.number(),
        litri: counter,
        ammessa: z.union([z.literal(0), z.literal(1)]),
        motivo: z.string(),
        lacune: z.array(z.string()),
      }),
    ),
    litri: z.number(),
    litri_ammessi: z.number(),
  }),
  [STATEMENT_REOPENED]: z.strictObject({ ...quarter, motivo: z.string() }),
} satisfies EventSchemas;
