import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { readCsv } from './read-csv.ts';
import { readSql } from './read-sql.ts';
import { readWorkbook } from './read-workbook.ts';
import { UnreadableFile, type Table } from './tables.ts';

const MOST_MB = 200;

export interface ImportFile {
  tables: Table[];
  /** SHA-256 of its bytes. */
  digest: string;
}

/** An xlsx, a csv or a dump, as its name says (`name`: where the file lies under another one). Throws `UnreadableFile`. */
export async function readImportFile(path: string, name = path): Promise<ImportFile> {
  const { size } = await stat(path);
  if (size > MOST_MB * 1024 * 1024) throw new UnreadableFile(`Il file supera ${MOST_MB} MB: dividilo.`);
  const bytes = await readFile(path);
  const tables = await tablesOf(extname(name).toLowerCase(), path, bytes);
  if (!tables.some(({ rows }) => rows.length > 0)) throw new UnreadableFile('Il file non ha righe.');
  return { tables, digest: createHash('sha256').update(bytes).digest('hex') };
}

async function tablesOf(extension: string, path: string, bytes: Buffer): Promise<Table[]> {
  if (extension === '.xlsx' || extension === '.xls') return readWorkbook(path);
  if (extension === '.csv' || extension === '.txt') return readCsv(bytes);
  if (extension === '.sql') return readSql(bytes.toString('utf8'));
  throw new UnreadableFile('Serve un file .xlsx, .csv o .sql.');
}
