import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

/** Row of a table by column names; an empty cell is an empty string. */
type Row<C extends string> = Readonly<Record<C, string>>;

/**
 * Reads `tables/NAME.csv`, with semicolons between cells, decimal points, and `sì` for a set flag. Throws if the header differs from
 * `columns`, or if a row has another number of cells.
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

/** Parses a number from a cell. Throws if the cell is empty or no number. */
export function numberOf(cell: string): number {
  if (cell === '' || Number.isNaN(Number(cell))) throw new Error(`"${cell}" is no number`);
  return Number(cell);
}

export const flagOf = (cell: string): boolean => cell === 'sì';

/** Splits a cell with several values separated by commas. */
export const partsOf = (cell: string): string[] => cell.split(', ');
