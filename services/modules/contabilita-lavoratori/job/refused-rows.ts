import type { AnomaliaDetails, RowCode } from '#contracts/modules/contabilita/codes.ts';
import type { InputFile } from '#contracts/modules/contabilita/result.ts';

/** Input row that was refused. */
export interface RefusedRow {
  codice: RowCode;
  file: InputFile;
  riga: number;
  matricola: string;
  importo_cent: number | null;
  /** Cells of the row, joined with a vertical bar. */
  contenuto: string;
  /** Values that the row's error sentence names. */
  particolari: AnomaliaDetails;
}

/** Store of refused rows, in the order of the files. Every row of a file may be refused. */
export interface RefusedRows {
  readonly count: number;
  push(row: RefusedRow): void;
  all(): Iterable<RefusedRow>;
}

const LONGEST = 500;

/** Returns the cells of a row, joined with a vertical bar and cut to 500 characters. */
export const contentOf = (row: readonly string[]): string => {
  const text = row.map((cell) => cell.trim()).join(' | ');
  return text.length <= LONGEST ? text : text.slice(0, LONGEST).toWellFormed();
};

/** Creates a store of refused rows in memory, for tests and jobs that stop before reading. */
export function refusedInMemory(): RefusedRows {
  const rows: RefusedRow[] = [];
  return {
    get count() {
      return rows.length;
    },
    push: (row) => void rows.push(row),
    all: () => rows,
  };
}
