import { sum } from '../core/decimals.ts';
import type { Values } from '../core/define-register.ts';
import type { ValuesOf } from '../core/typed-record.ts';
import type { produzione } from '../registers/produzione.ts';
import type { Listino } from './listino.ts';
import { derivedLine, type LineValues } from './produzione.ts';

/** Decimals of quantities. */
const QUANTITY = 3;
const CENTS = 2;

/** The fields of a line that its header's summary needs. */
export type SummedLine = Readonly<Values>;
type Line = ValuesOf<typeof produzione>;

/** Computes the summary fields of a header from its lines, in their order. */
export function summaryOf(summed: readonly SummedLine[]): Values {
  const lines = summed as readonly Line[];
  return {
    wbs: names(lines, 'wbs'),
    lavorazioni: names(lines, 'lavorazione'),
    quantita: sum(
      lines.map((line) => line.quantita),
      QUANTITY,
    ),
    attrezzatura: names(lines, 'attrezzatura'),
    descrizione: names(lines, 'descrizione'),
    operatori: names(lines, 'operatore'),
    note: names(lines, 'note'),
    produzione: sum(
      lines.map((line) => line.produzione),
      CENTS,
    ),
    noleggio: lines.some((line) => line.noleggio === 1) ? 1 : 0,
  };
}

/** Returns the distinct values of a field, in the order of the lines; `null` if no line has one. */
function names(lines: readonly Line[], field: keyof Line): string | null {
  const given = lines.map((line) => line[field]).filter((value) => typeof value === 'string' && value !== '');
  return given.length === 0 ? null : [...new Set(given)].join(', ');
}

/** Returns the site's item for a line: the work item on the line's wbs, otherwise the work item alone, preferring one without wbs. */
export function itemIn<Item extends { lavorazione: string | null; wbs: string | null }>(
  siteItems: readonly Item[],
  lavorazione: unknown,
  wbs: unknown,
): Item | undefined {
  const items = siteItems.filter((item) => item.lavorazione === lavorazione);
  return items.find((one) => one.wbs === (wbs ?? null)) ?? items.find((one) => one.wbs === null) ?? items[0];
}

/** Returns the current price; `undefined` if the site has no such item. */
export const priceIn = ({ lavorazioni }: Listino, lavorazione: unknown, wbs: unknown): number | null | undefined =>
  itemIn(lavorazioni, lavorazione, wbs)?.prezzo;

/** Returns the line with the site's current price and its value. Keeps the line's own price if the site no longer has its work item. */
export function pricedLine(listino: Listino, line: Values): Values {
  const values = line as Values & LineValues;
  const { lavorazione, wbs, prezzo: own } = values;
  const price = priceIn(listino, lavorazione, wbs);
  const prezzo = price === undefined ? (own ?? null) : price;
  return { prezzo, ...derivedLine({ ...values, prezzo }) };
}
