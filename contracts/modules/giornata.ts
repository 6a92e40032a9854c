import { sum } from '../core/decimals.ts';
import type { Values } from '../core/define-register.ts';
import type { Listino } from './listino.ts';
import { derivedLine } from './produzione.ts';

/** Decimals of quantities. */
const QUANTITY = 3;
const CENTS = 2;

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
