import type { AnomaliaDetails, RowCode } from '#contracts/modules/contabilita/codes.ts';
import type { InputFile } from '#contracts/modules/contabilita/result.ts';

/** Row that was not read. */
export interface RefusedRow {
  codice: RowCode;
  file: InputFile;
  riga: number;
  matricola: string;
  importo_cent: number | null;
  /** Cells of the row, joined with a vertical bar. */
  contenuto: string;
  /** Values that its sentence names. */
  particolari: AnomaliaDetails;
}

/** Store of refused rows in the order of the files; there may be as many as rows. */
export interface RefusedRows {
  readonly count: number;
  push(row: RefusedRow): void;
  all(): Iterable<RefusedRow>;
}

const LONGEST = 500;

export const contentOf = (row: readonly string[]): string => {
  const text = row.map((cell) => cell.trim()).join(' | ');
  return text.length <= LONGEST ? text : text.slice(0, LONGEST).toWellFormed();
};

/** Store in memory, for a few rows and for tests. */
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
