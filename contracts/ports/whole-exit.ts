import type { Writable } from 'node:stream';
import type { AnyRegister } from '../core/define-register.ts';
import type { FileFormat } from '../export/cells.ts';
import type { ReadRow } from '../export/column.ts';
import type { ListRun } from './list-writer.ts';

/** A register, or a trail of the portal, that is exported as a whole. */
export interface WholeTable {
  /** The register's path, or the trail's name. */
  name: string;
  /** Definition with the documents currently added to it as data; absent for a trail. */
  def?: AnyRegister;
}

export interface WholeRecipient {
  /** Receives the instant of the snapshot, and the numbers of tables and rows. */
  start(moment: Date, tables: number, rows: number): void;
  /** Receives all rows of a table, from the same snapshot. */
  table(table: WholeTable, batches: AsyncIterable<readonly ReadRow[]>): Promise<void>;
}

/** Reads all tables for a person with the right to export everything. Throws NON_PERMESSO, and the signal's reason once it is aborted. */
export type ReadWhole = (memberID: string, recipient: WholeRecipient, signal: AbortSignal) => Promise<void>;

/** A table written to a file. */
export interface WrittenTable {
  /** The register's path, or the trail's name. */
  name: string;
  folder: 'registri' | 'storico';
  file: string;
  rows: number;
}

export interface WrittenTables {
  /** ISO instant of the snapshot of the rows. */
  moment: string;
  tables: WrittenTable[];
  /** Archive paths that the records name. */
  documents: string[];
}

export interface TablesOrder {
  memberID: string;
  format: FileFormat;
  /** Absolute path prefix of the files' names. */
  prefix: string;
}

/** Documents of the archive to include, and those left out. */
export interface WholeDocuments {
  paths: string[];
  /** Paths that the person may not open. */
  reserved: string[];
  /** Folders that could not be read. */
  unreadableFolders: string[];
}

export interface DocumentsOrder {
  job: string;
  memberID: string;
  /** Paths that the records name. */
  recorded: readonly string[];
}

/** Outcome of adding the documents to the zip. */
export interface ZippedDocuments {
  count: number;
  bytes: number;
  /** Paths that do not exist or cannot be read. */
  missing: string[];
  /** Paths of files that ended early while being read. */
  cut: string[];
  /** Files stored in the zip under another name, so that every program can unpack them: path → name. */
  renamed: [string, string][];
}

export interface WholeZip {
  tables: readonly WrittenTable[];
  documents: readonly string[];
  /** Returns the text of the readme page, once all other files are in the zip. */
  readme(zipped: ZippedDocuments): string;
}

export interface WholeZipRun {
  signal: AbortSignal;
  progress(done: number, of: number, bytes: number): Promise<void>;
}

/** Functions of the portal for the job that exports everything. */
export interface WholeExit {
  /** Name of the firm. */
  ditta: string;
  /** Writes the tables, outside the process that answers requests. */
  tables(order: TablesOrder, run: ListRun): Promise<WrittenTables>;
  /** Returns the documents to include. Records the export of reserved documents in their records' histories before it resolves. */
  documents(order: DocumentsOrder, signal: AbortSignal): Promise<WholeDocuments>;
  zip(output: Writable, contents: WholeZip, run: WholeZipRun): Promise<ZippedDocuments>;
}
