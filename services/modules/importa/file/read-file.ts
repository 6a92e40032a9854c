import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { IMPORT_MB } from '#contracts/modules/importa.ts';
import { countReading, FileTooLarge } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { readSql } from './read-sql.ts';
import { readWorkbook } from './read-workbook.ts';
import { UnreadableFile, type Cell, type Table, type TableRow } from './tables.ts';

export interface ImportFile {
  tables: readonly Table[];
  /** SHA-256 of the file's bytes. */
  digest: string;
}

/**
 * Reads a workbook, a csv file or an SQL dump, by the extension of `name`. Runs only in the reading process, since a large file would block
 * the portal's event loop. Throws `UnreadableFile`.
 */
export async function readImportFile(path: string, name = path): Promise<ImportFile> {
  const { size } = await stat(path);
  if (size > IMPORT_MB * 1024 * 1024) throw new FileTooLarge(`${IMPORT_MB} MB`);
  const bytes = await readFile(path);
  const tables = tablesOf(extname(name).toLowerCase(), bytes);
  if (!tables.some(({ rows }) => rows.length > 0)) throw new UnreadableFile('Il file non ha righe.');
  return { tables, digest: createHash('sha256').update(bytes).digest('hex') };
}

function tablesOf(extension: string, bytes: Buffer): Table[] {
  const count = countReading();
  if (extension === '.xlsx' || extension === '.xls') return readWorkbook(bytes, count);
  if (extension === '.csv' || extension === '.txt') return readCsv(bytes, count);
  if (extension === '.sql') return readSql(bytes.toString('utf8'), count);
  throw new UnreadableFile('Serve un file .xlsx, .csv o .sql.');
}

const ROWS_AT_ONCE = 500;

/** Writes tables as JSON lines, which `readRows` reads in another process. */
export async function writeRows(tables: readonly Table[], path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const { name, columns, rows } of tables) {
      await file.write(`${JSON.stringify({ name, columns })}\n`);
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const lines = rows.slice(from, from + ROWS_AT_ONCE).map(({ row, cells }) => `${JSON.stringify([row, ...cells])}\n`);
        await file.write(lines.join(''));
      }
    }
  } finally {
    await file.close();
  }
}

/** Reads tables that `writeRows` wrote. */
export async function readRows(path: string): Promise<Table[]> {
  const tables: { name: string | null; columns: string[]; rows: TableRow[] }[] = [];
  const file = await open(path);
  try {
    for await (const line of file.readLines()) {
      const record = JSON.parse(line) as [number, ...Cell[]] | Pick<Table, 'name' | 'columns'>;
      if (Array.isArray(record)) {
        const [row, ...cells] = record;
        tables.at(-1)!.rows.push({ row, cells });
      } else tables.push({ name: record.name, columns: [...record.columns], rows: [] });
    }
  } finally {
    await file.close();
  }
  return tables;
}
