import type { ReadTotals } from './input/amounts.ts';
import type { Row } from './input/rows.ts';

/** The last total of the file, which may be the total of the file. */
export class GrandTotal {
  #count = 0;
  #riga = 0;
  #named = false;
  #totals: ReadTotals | null = null;

  note(row: Row, riga: number, totals: ReadTotals | null): void {
    this.#count += 1;
    this.#riga = riga;
    this.#named = /general|compless/i.test(row.join(' '));
    this.#totals = totals;
  }

  /** Its line, when the last record of the file is its total and it says another amount than the rows. */
  disagreesWith(read: { dare: number; avere: number }, endsWithTotal: boolean): number | null {
    if (!endsWithTotal || !this.#totals || !(this.#named || this.#count === 1)) return null;
    const { dare, avere } = this.#totals;
    return (dare === null || dare === read.dare) && (avere === null || avere === read.avere) ? null : this.#riga;
  }
}
