/** Content of a cell: `null` if empty, a date as `YYYY-MM-DD`. */
export type Cell = string | number | null;

/** The sheet that says how to fill in the other one: its rows are no records. */
export const NOTES = 'ISTRUZIONI';

/** A table of a file. */
export interface Table {
  /** The sheet's or the SQL table's; a csv has none. */
  name: string | null;
  columns: readonly string[];
  rows: readonly TableRow[];
}

export interface TableRow {
  /** As the file's own program counts them, from 1; of SQL: the row within its table. */
  row: number;
  cells: readonly Cell[];
}

/** The file cannot be read as what its name says. The sentence is Italian: whoever gave the file reads it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableFile';
  }
}

/** Collects the rows of one table: the first row with something in it names the columns; rows with nothing in them are passed over. */
export function collectTable(name: string | null, count: { columns(count: number): void; row(cells: number, characters: number): void }) {
  let columns: string[] | null = null;
  const rows: TableRow[] = [];
  return {
    /** `row`: as the file's own program counts it. */
    add(row: number, cells: readonly Cell[]): void {
      const characters = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
      if (!cells.some(holds)) return;
      count.row(cells.length, characters);
      if (columns === null) {
        count.columns(cells.length);
        columns = cells.map((cell) => String(cell ?? '').trim());
      } else rows.push({ row, cells: columns.map((_, n) => cells[n] ?? null) });
    },
    /** `null` where no row has anything in it. */
    table: (): Table | null => columns && { name, columns, rows },
  };
}

const holds = (cell: Cell): boolean => cell !== null && String(cell).trim() !== '';
