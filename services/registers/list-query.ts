import { z } from 'zod';
import { momentOf, type Moment } from '#contracts/core/as-of.ts';
import { pastMoment } from '#contracts/core/as-of-request.ts';
import type { Filters } from '#projections/registers/register.queries.ts';
import { conditionsSchema, ifNotEmpty } from '#contracts/core/request-schema.ts';
import { invalidData } from '../platform/http/problem.ts';

export interface PageRequest {
  pagina?: number;
  righe?: number;
  ordina?: string;
  cerca?: string;
  filtri?: Filters;
}

const WORDS = ['pagina', 'righe', 'ordina', 'cerca', 'filtri'] as const;

const integer = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Serve un numero intero' })
    .transform(Number)
    .refine((n) => n >= 1 && n <= max, { error: `Serve un numero da 1 a ${max}` });

/** Page parameters of all list calls. */
export const pageQuery = z.object({
  pagina: integer(1_000_000).default(1),
  righe: integer(500).optional(),
  cerca: z
    .string()
    .max(200, { error: 'Al massimo 200 caratteri' })
    .transform((t) => t.trim())
    .optional(),
});

/** Parameters of a call that counts the values of a column, in addition to the list's filters. */
export const valuesQuery = pageQuery.pick({ pagina: true, righe: true }).extend({
  per: z.string({ error: 'Serve una colonna' }).max(80, 'Serve una colonna'),
});

/** Default number of values in a page of such a call. */
export const VALUES_PER_PAGE = 100;

/** Schema of the filters, a JSON text. Fields and values are checked once the columns are known. */
export const filtersQuery = ifNotEmpty(conditionsSchema.transform((conditions) => conditions as Filters));

/** Parses the instant as of which a list is read; undefined for the current list. `now` is the portal's clock. */
export function readMoment(query: Record<string, unknown>, now: Date): Moment | undefined {
  if (query['al'] === undefined) return undefined;
  const read = z.object({ al: pastMoment }).safeParse(query);
  if (!read.success) throw invalidData(read.error);
  return momentOf(read.data.al, now);
}

const schema = pageQuery.extend({
  ordina: z.string().max(80, { error: 'Al massimo 80 caratteri' }).optional(),
  filtri: filtersQuery,
});

/**
 * Parses the query of a list call. Returns `null` if it has no page, order, search or filter, which asks for the whole list. Fields and
 * values are checked once the columns are known.
 */
export function readListQuery(query: Record<string, unknown>, defaultRows: number): PageRequest | null {
  if (!WORDS.some((word) => query[word] !== undefined)) return null;
  const read = schema.safeParse(query);
  if (!read.success) throw invalidData(read.error);
  const { pagina, righe, ordina, cerca, filtri } = read.data;
  return {
    pagina,
    righe: righe ?? defaultRows,
    ...(cerca ? { cerca } : {}),
    ...(ordina ? { ordina } : {}),
    ...(filtri ? { filtri } : {}),
  };
}
