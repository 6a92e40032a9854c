import type { Listino } from './listino.ts';
import { product, sum, valueFault } from '../core/decimals.ts';
import type { Values } from '../core/define-register.ts';
import { formatNumber } from '../core/formats.ts';

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

/** A line as far as its header sums it up. */
export type SummedLine = Readonly<Values>;

/** What a header says of its lines, in their order. */
export function summaryOf(lines: readonly SummedLine[]): Values {
  return {
    wbs: names(lines, 'wbs'),
    lavorazioni: names(lines, 'lavorazione'),
    quantita: sum(
      lines.map((line) => line['quantita']),
      QUANTITY,
    ),
    attrezzatura: names(lines, 'attrezzatura'),
    descrizione: names(lines, 'descrizione'),
    operatori: names(lines, 'operatore'),
    note: names(lines, 'note'),
    produzione: sum(
      lines.map((line) => line['produzione']),
      CENTS,
    ),
    noleggio: lines.some((line) => line['noleggio'] === 1) ? 1 : 0,
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

/** Each once, as the lines name them; `null` where none does. */
function names(lines: readonly SummedLine[], field: string): string | null {
  const given = lines.map((line) => line[field]).filter((value) => typeof value === 'string' && value !== '');
  return given.length === 0 ? null : [...new Set(given)].join(', ');
}

/** The site's item that a line is of: of the work item on that wbs, else of the work item (one without wbs before others). */
export function itemIn<Item extends { lavorazione: string | null; wbs: string | null }>(
  all: readonly Item[],
  lavorazione: unknown,
  wbs: unknown,
): Item | undefined {
  const items = all.filter((item) => item.lavorazione === lavorazione);
  return items.find((one) => one.wbs === (wbs ?? null)) ?? items.find((one) => one.wbs === null) ?? items[0];
}

/** The price in force. `undefined`: the site has no such item. */
export const priceIn = ({ lavorazioni }: Listino, lavorazione: unknown, wbs: unknown): number | null | undefined =>
  itemIn(lavorazioni, lavorazione, wbs)?.prezzo;

/** Price and value of a line as the site has them now; as they are where the site no longer has its work item. */
export function pricedLine(listino: Listino, line: Values): Values {
  const price = priceIn(listino, line['lavorazione'], line['wbs']);
  const prezzo = price === undefined ? (line['prezzo'] ?? null) : price;
  return { prezzo, ...derivedLine({ ...line, prezzo }) };
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
