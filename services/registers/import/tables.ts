/** What a cell of a file holds: an empty one `null`, a date `YYYY-MM-DD`. */
export type Cell = string | number | null;

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

/** The first row with something in it names the columns; rows with nothing in them are passed over. */
export function tableOf(name: string | null, rows: readonly (readonly Cell[])[]): Table | null {
  const head = rows.findIndex((cells) => cells.some(holds));
  if (head === -1) return null;
  const columns = rows[head]!.map((cell) => String(cell ?? '').trim());
  return {
    name,
    columns,
    rows: rows.flatMap((cells, i) =>
      i > head && cells.some(holds) ? [{ row: i + 1, cells: columns.map((_, n) => cells[n] ?? null) }] : [],
    ),
  };
}

const holds = (cell: Cell): boolean => cell !== null && String(cell).trim() !== '';
