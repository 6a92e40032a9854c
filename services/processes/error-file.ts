import { ERROR_COLUMN } from '#contracts/modules/importa.ts';
import type { SheetColumn } from '#contracts/export/cells.ts';
import { sheetText } from '#contracts/export/cells.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import { streamCsv } from '#workers/formats/write-csv.ts';
import { writeBook } from '#workers/formats/write-xlsx.ts';
import type { Rehearsal } from '#services/modules/importa/file/import-file.ts';
import type { RowError } from '#services/modules/importa/file/planned-rows.ts';
import type { ImportFile } from '#services/modules/importa/file/read-file.ts';
import type { Cell, Table } from '#services/modules/importa/file/tables.ts';

/** Signal that never aborts. A step in a thread or process is cancelled by ending the thread or process. */
const never = new AbortController().signal;
const CHUNK = 500;

/**
 * Writes the uploaded file with a first column that contains the errors of each row, for correction and a new upload. A csv file stays csv;
 * any other file becomes a workbook with one sheet for each table. Returns the path of the written file.
 */
export async function writeErrorFile(file: ImportFile, name: string, { parts, errors }: Rehearsal, path: string): Promise<string> {
  const errorsByTable = new Map(parts.map(({ def, table }) => [table, errorsByRow(errors, table.name ?? def.path)]));
  const tables = file.tables.filter((table) => errorsByTable.has(table));
  if (/\.(csv|txt)$/i.test(name)) {
    const final = `${path}.csv`;
    const [table] = tables;
    if (table) await writeCsv(final, table, errorsByTable.get(table)!);
    return final;
  }
  const final = `${path}.xlsx`;
  await writeBook(final, never, async (book) => {
    for (const table of tables)
      await book.sheet({ title: table.name ?? 'Righe', columns: columnsOf(table), bold: true }, async (add) => {
        for (const rows of chunksOf(table, errorsByTable.get(table)!)) await add(rows.map((cells) => cells.map(sheetCell)));
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

/** Returns the indices of the file's own columns, without an error column of an earlier upload. */
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
    // cells are not altered, not even against formulas, since the person will upload the corrected file again
    for (const rows of chunksOf(table, errors)) await add(rows.map((cells) => cells.map((cell) => (cell === null ? null : String(cell)))));
  });

function sheetCell(cell: Cell): SheetCell {
  if (cell === null) return null;
  return typeof cell === 'number' ? { number: cell, format: 'generale' } : { text: sheetText(cell) };
}
