import { product, valueFault } from '../core/decimals.ts';
import type { Values } from '../core/define-register.ts';
import { formatNumber } from '../core/formats.ts';

/** Decimals of quantities. */
const QUANTITY = 3;

/** Values of a line on which its derived values and its faults depend. */
export interface LineValues {
  fermo: number | null | undefined;
  noleggio: number | null | undefined;
  wbs: string | null | undefined;
  lavorazione: string | null | undefined;
  attrezzatura: string | null | undefined;
  quantita: number | null | undefined;
  prezzo: number | null | undefined;
  produzione: number | null | undefined;
}

type Emptied = { readonly [name in keyof LineValues]?: null };
const NOTHING = { quantita: null, prezzo: null, produzione: null } satisfies Emptied;
const NO_EQUIPMENT = { attrezzatura: null } satisfies Emptied;

/**
 * Computes the derived values of a line. A standstill line (Fermo) has neither quantity nor value. If the line switches between own
 * equipment and a rental, its former equipment is cleared.
 */
export function derivedLine(after: LineValues, before?: LineValues): Values {
  const switched = before !== undefined && (after.noleggio ?? 0) !== (before.noleggio ?? 0);
  const left: Values = switched && (after.attrezzatura ?? null) === (before.attrezzatura ?? null) ? NO_EQUIPMENT : {};
  if (after.fermo === 1) return { ...left, ...NOTHING };
  return { ...left, produzione: product(after.quantita, after.prezzo) };
}

/** Returns the faults of a line of kind Produzione: missing required values. A standstill line (Fermo) requires nothing. */
export function lineFaults({ fermo, wbs, lavorazione, quantita, produzione }: LineValues): {
  readonly [name in keyof LineValues]?: string;
} {
  if (fermo === 1) return {};
  return {
    ...(wbs ? {} : { wbs: 'Scegli la wbs' }),
    ...(lavorazione ? {} : { lavorazione: 'Scegli la lavorazione' }),
    ...(typeof quantita === 'number' && quantita > 0 ? {} : { quantita: 'La quantità deve essere maggiore di 0' }),
    ...valueFault('quantita', produzione),
  };
}

/** Sum of a header's lines in one unit; `um` is `null` for work items without unit. */
export interface QuantitaUm {
  um: string | null;
  quantita: number;
}

/** Formats `quantita_um` of a header (JSON text of `QuantitaUm[]`): "120,5 ml, 30 mc". `null` if there are no quantities. */
export function quantitiesInWords(text: unknown): string | null {
  const quantities = typeof text === 'string' ? (JSON.parse(text) as QuantitaUm[]) : [];
  return quantities.map(({ um, quantita }) => [formatNumber(quantita, QUANTITY), um].filter(Boolean).join(' ')).join(', ') || null;
}

/** Price and value of one line before and after RICALCOLA. */
export interface RigaRicalcolata {
  id: number;
  prima: { prezzo: number | null; produzione: number | null };
  dopo: { prezzo: number | null; produzione: number | null };
}

/** A row of the monthly overview: the number of lines of the work item on a site, by day. */
export interface RigaMese {
  commessa: string;
  committente: string | null;
  indirizzo: string | null;
  giorni: number[];
}

/** Work item preselected in the overview (part 2, section 9). */
export const LAVORAZIONE_PREDEFINITA = 'JET GROUTING';
