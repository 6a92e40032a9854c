/** Content of a cell: `null` if empty; a date is `YYYY-MM-DD`. */
export type Cell = string | number | null;

/** Name of the sheet with instructions in the template, which is not imported. */
export const NOTES = 'ISTRUZIONI';

/** Table of a file. */
export interface Table {
  /** Name of the sheet or SQL table; `null` for a csv. */
  name: string | null;
  columns: readonly string[];
  rows: readonly TableRow[];
}

export interface TableRow {
  /** Row number as the spreadsheet shows it, from 1; in an SQL dump, the number of the row in its table. */
  row: number;
  cells: readonly Cell[];
}

/** Error for a file that cannot be read as the type in its name. The message is Italian, since the person who sent the file reads it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableFile';
  }
}

/**
 * Creates a collector for the rows of one table. The first row that is not blank names the columns; blank rows are skipped. `count` throws
 * when a limit is exceeded.
 */
export function collectTable(name: string | null, count: { columns(count: number): void; row(cells: number, characters: number): void }) {
  let columns: string[] | null = null;
  const rows: TableRow[] = [];
  return {
    /** Adds a row; `row` is its number as the file's own program shows it. */
    add(row: number, cells: readonly Cell[]): void {
      const characters = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
      if (!cells.some(holds)) return;
      count.row(cells.length, characters);
      if (columns === null) {
        count.columns(cells.length);
        columns = cells.map((cell) => String(cell ?? '').trim());
      } else rows.push({ row, cells: columns.map((_, n) => cells[n] ?? null) });
    },
    /** Returns the table; `null` if all rows were blank. */
    table: (): Table | null => columns && { name, columns, rows },
  };
}

const holds = (cell: Cell): boolean => cell !== null && String(cell).trim() !== '';
