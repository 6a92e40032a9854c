import { product, valueFault } from '../core/decimals.ts';
import type { Values } from '../core/define-register.ts';
import { formatNumber } from '../core/formats.ts';

/** Decimals of quantities. */
const QUANTITY = 3;
const NOTHING: Values = { quantita: null, prezzo: null, produzione: null };

/**
 * What a line's own values say of it: standing still (Fermo) carries no quantity nor value; a line
 * that goes over from own equipment to a rental, or back, leaves the equipment it named.
 */
export function derivedLine(after: Values, before?: Values): Values {
  const switched = before !== undefined && (after['noleggio'] ?? 0) !== (before['noleggio'] ?? 0);
  const left: Values = switched && (after['attrezzatura'] ?? null) === (before['attrezzatura'] ?? null) ? { attrezzatura: null } : {};
  if (after['fermo'] === 1) return { ...left, ...NOTHING };
  return { ...left, produzione: product(after['quantita'], after['prezzo']) };
}

/** What a line of kind Produzione needs; one standing still (Fermo) needs nothing. */
export function lineFaults({ fermo, wbs, lavorazione, quantita, produzione }: Values): Record<string, string> {
  if (fermo === 1) return {};
  return {
    ...(wbs ? {} : { wbs: 'Scegli la wbs' }),
    ...(lavorazione ? {} : { lavorazione: 'Scegli la lavorazione' }),
    ...(typeof quantita === 'number' && quantita > 0 ? {} : { quantita: 'La quantità deve essere maggiore di 0' }),
    ...valueFault('quantita', produzione),
  };
}

/** What the lines of a header come to in one unit; `null`: work items without one. */
export interface QuantitaUm {
  um: string | null;
  quantita: number;
}

/** `quantita_um` of a header (JSON text of `QuantitaUm[]`) as people read it: "120,5 ml, 30 mc". `null`: nothing was counted. */
export function quantitiesInWords(text: unknown): string | null {
  const quantities = typeof text === 'string' ? (JSON.parse(text) as QuantitaUm[]) : [];
  return quantities.map(({ um, quantita }) => [formatNumber(quantita, QUANTITY), um].filter(Boolean).join(' ')).join(', ') || null;
}

/** What RICALCOLA did to one line. */
export interface RigaRicalcolata {
  id: number;
  prima: { prezzo: number | null; produzione: number | null };
  dopo: { prezzo: number | null; produzione: number | null };
}

/** A row of the monthly overview: how many lines of the work item the site has on each day. */
export interface RigaMese {
  commessa: string;
  committente: string | null;
  indirizzo: string | null;
  giorni: number[];
}

/** Work item the overview opens with (part 2, section 9). */
export const LAVORAZIONE_PREDEFINITA = 'JET GROUTING';
