import type { Row } from './input/rows.ts';

/** Amounts of a total row by name; null where an amount cannot be compared. */
export type ReadTotals = Readonly<Record<string, number | null>>;

export interface Disagreement {
  riga: number;
  /** Sentence such as `dare 11,00 nel file, 10,00 nelle righe`. */
  quale: string;
}

/** Last total row of the file, which may be the total of the whole file. */
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

  /** Returns the disagreement if the last record of the file is its total and differs from the sum of the rows by more than `tolerance`. */
  disagreement(
    sums: Readonly<Record<string, number>>,
    endsWithTotal: boolean,
    text: (amount: number) => string,
    tolerance = 0,
  ): Disagreement | null {
    if (!endsWithTotal || !this.#totals || !(this.#named || this.#count === 1)) return null;
    const off = Object.entries(this.#totals).flatMap(([column, total]) => {
      const sum = sums[column] ?? 0;
      return total === null || Math.abs(total - sum) <= tolerance ? [] : [`${column} ${text(total)} nel file, ${text(sum)} nelle righe`];
    });
    return off.length === 0 ? null : { riga: this.#riga, quale: off.join('; ') };
  }
}
