import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Filtri } from '#projections/registers/register.queries.ts';
import { datiNonValidi } from '../platform/http/problem.ts';

export interface PaginaRichiesta {
  pagina?: number;
  righe?: number;
  ordina?: string;
  cerca?: string;
  filtri?: Filtri;
}

const PAROLE = ['pagina', 'righe', 'ordina', 'cerca', 'filtri'] as const;

const intero = (max: number) => z.string().regex(/^\d{1,9}$/, { error: 'Serve un numero intero' }).transform(Number)
  .refine((n) => n >= 1 && n <= max, { error: `Serve un numero da 1 a ${max}` });

/** Which page of a list: shared by every list call. */
export const queryPagina = z.object({
  pagina: intero(1_000_000).default(1),
  righe: intero(500).optional(),
  cerca: z.string().max(200, { error: 'Al massimo 200 caratteri' }).transform((t) => t.trim()).optional(),
});

const schema = queryPagina.extend({
  ordina: z.string().max(80, { error: 'Al massimo 80 caratteri' }).optional(),
  filtri: z.string().max(20_000, { error: 'Al massimo 20000 caratteri' }).optional(),
});

/**
 * What a list call asks for; `null` when the query names no page, order, search or filter: then
 * the whole list is meant. Fields and their values are checked where the columns are known.
 */
export function leggiElenco(query: Record<string, unknown>, righePredefinite: number): PaginaRichiesta | null {
  if (!PAROLE.some((parola) => query[parola] !== undefined)) return null;
  const letto = schema.safeParse(query);
  if (!letto.success) throw datiNonValidi(letto.error);
  const { pagina, righe, ordina, cerca, filtri } = letto.data;
  return {
    pagina,
    righe: righe ?? righePredefinite,
    ...(cerca ? { cerca } : {}),
    ...(ordina ? { ordina } : {}),
    ...(filtri ? { filtri: leggiFiltri(filtri) } : {}),
  };
}

function leggiFiltri(testo: string): Filtri {
  let letti: unknown;
  try {
    letti = JSON.parse(testo);
  } catch {
    letti = null;
  }
  if (typeof letti !== 'object' || letti === null || Array.isArray(letti)) {
    throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'filtri', messaggio: 'Serve un oggetto JSON' }] });
  }
  return letti as Filtri;
}
