import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

/** A row of a table by its columns; an empty cell is an empty text. */
type Row<C extends string> = Readonly<Record<C, string>>;

/**
 * Reads `tables/NAME.csv`, which has semicolons between its cells, points in its decimals and `sì` for a flag. Throws if its head names
 * other columns than `columns`, or if a row has fewer or more cells than the head.
 */
export function readTable<C extends string>(name: string, columns: readonly C[]): readonly Row<C>[] {
  const text = readFileSync(new URL(`./tables/${name}.csv`, import.meta.url), 'utf8').trimEnd();
  const [head = [], ...rows] = Papa.parse<string[]>(text, { delimiter: ';' }).data;
  if (head.join() !== columns.join()) throw new Error(`${name}.csv has the columns ${head.join()}`);
  return rows.map((cells, i) => {
    if (cells.length !== columns.length) throw new Error(`${name}.csv: row ${i + 2} has ${cells.length} cells`);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Row<C>;
  });
}

/** Reads a table of one column. */
export const readList = (name: string, column: string): readonly string[] => readTable(name, [column]).map((row) => row[column]!);

/** Returns the number of a cell. Throws if the cell holds none. */
export function numberOf(cell: string): number {
  if (cell === '' || Number.isNaN(Number(cell))) throw new Error(`"${cell}" is no number`);
  return Number(cell);
}

export const flagOf = (cell: string): boolean => cell === 'sì';

/** Returns the parts of a cell that holds several, between commas. */
export const partsOf = (cell: string): string[] => cell.split(', ');
