import { product, sum } from '../core/decimals.ts';
import type { Values } from '../core/define-register.ts';

/** Decimals of quantities. */
const QUANTITY = 3;
const CENTS = 2;
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

/** A line as far as its header sums it up. */
export type SummedLine = Readonly<Values>;

/** What a header says of its lines, in their order. */
export function summaryOf(lines: readonly SummedLine[]): Values {
  return {
    wbs: names(lines, 'wbs'),
    lavorazioni: names(lines, 'lavorazione'),
    quantita: sum(lines.map((line) => line['quantita']), QUANTITY),
    attrezzatura: names(lines, 'attrezzatura'),
    descrizione: names(lines, 'descrizione'),
    operatori: names(lines, 'operatore'),
    note: names(lines, 'note'),
    produzione: sum(lines.map((line) => line['produzione']), CENTS),
    noleggio: lines.some((line) => line['noleggio'] === 1) ? 1 : 0,
  };
}

/** Each once, as the lines name them; `null` where none does. */
function names(lines: readonly SummedLine[], field: string): string | null {
  const given = lines.map((line) => line[field]).filter((value) => typeof value === 'string' && value !== '');
  return given.length === 0 ? null : [...new Set(given)].join(', ');
}
