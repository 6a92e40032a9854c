import { ERROR_COLUMN } from '#contracts/modules/importa.ts';
import type { SheetColumn } from '#contracts/export/cells.ts';
import { sheetText } from '#contracts/export/cells.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import { streamCsv } from '#workers/formats/write-csv.ts';
import { writeBook } from '#workers/formats/write-xlsx.ts';
import type { Rehearsed } from '#services/modules/importa/file/import-file.ts';
import type { RowError } from '#services/modules/importa/file/planned-rows.ts';
import type { ImportFile } from '#services/modules/importa/file/read-file.ts';
import type { Cell, Table } from '#services/modules/importa/file/tables.ts';

/** Nobody stops a step of the thread: the thread itself is stopped. */
const never = new AbortController().signal;
const CHUNK = 500;

/**
 * The file as it came, with what is wrong in a column in front: to be mended and given back. A csv
 * stays one, all else is a workbook with a sheet for each table. Answers its path.
 */
export async function writeErrorFile(file: ImportFile, name: string, { parts, errors }: Rehearsed, path: string): Promise<string> {
  const known = new Map(parts.map(({ def, table }) => [table, errorsByRow(errors, table.name ?? def.path)]));
  const tables = file.tables.filter((table) => known.has(table));
  if (/\.(csv|txt)$/i.test(name)) {
    const final = `${path}.csv`;
    const [table] = tables;
    if (table) await writeCsv(final, table, known.get(table)!);
    return final;
  }
  const final = `${path}.xlsx`;
  await writeBook(final, never, async (book) => {
    for (const table of tables)
      await book.sheet({ title: table.name ?? 'Righe', columns: columnsOf(table), bold: true }, async (add) => {
        for (const rows of chunksOf(table, known.get(table)!)) await add(rows.map((cells) => cells.map(sheetCell)));
      });
  });
  return final;
}

function errorsByRow(errors: readonly RowError[], table: string): ReadonlyMap<number, string> {
  const byRow = new Map<number, string>();
  for (const { row, column, message } of errors.filter((one) => one.table === table)) {
    const text = column === null ? message : `${column}: ${message}`;
    byRow.set(row, byRow.has(row) ? `${byRow.get(row)}; ${text}` : text);
  }
  return byRow;
}

/** Its own columns; one of errors from an earlier time gives way to the new one. */
const keptColumns = ({ columns }: Table): number[] => columns.flatMap((name, i) => (name === ERROR_COLUMN ? [] : [i]));

const columnsOf = (table: Table): SheetColumn[] => [
  { label: ERROR_COLUMN, type: 'testo' },
  ...keptColumns(table).map((i): SheetColumn => ({ label: table.columns[i]!, type: 'testo' })),
];

function* chunksOf(table: Table, errors: ReadonlyMap<number, string>): Generator<Cell[][]> {
  const columns = keptColumns(table);
  for (let from = 0; from < table.rows.length; from += CHUNK)
    yield table.rows.slice(from, from + CHUNK).map(({ row, cells }) => [errors.get(row) ?? null, ...columns.map((i) => cells[i] ?? null)]);
}

const writeCsv = (path: string, table: Table, errors: ReadonlyMap<number, string>): Promise<void> =>
  streamCsv(path, columnsOf(table), never, async (add) => {
    // nothing is changed in it: what a person is to give back must come back as it was
    for (const rows of chunksOf(table, errors)) await add(rows.map((cells) => cells.map((cell) => (cell === null ? null : String(cell)))));
  });

function sheetCell(cell: Cell): SheetCell {
  if (cell === null) return null;
  return typeof cell === 'number' ? { number: cell, format: 'generale' } : { text: sheetText(cell) };
}
