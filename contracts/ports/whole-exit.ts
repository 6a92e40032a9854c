import type { Writable } from 'node:stream';
import type { AnyRegister } from '../core/define-register.ts';
import type { FileFormat } from '../export/cells.ts';
import type { ReadRow } from '../export/column.ts';
import type { ListRun } from './list-writer.ts';

/** A register, or a trail of the portal, that leaves whole. */
export interface WholeTable {
  /** The register's path, or the trail's name. */
  name: string;
  /** With the documents that are added to it as data today; absent for a trail. */
  def?: AnyRegister;
}

export interface WholeRecipient {
  /** When it was, and how many tables and rows there are. */
  start(moment: Date, tables: number, rows: number): void;
  /** All rows of a table, as they stood at that moment. */
  table(table: WholeTable, batches: AsyncIterable<readonly ReadRow[]>): Promise<void>;
}

/** Reads everything for a person who may take it. Throws NON_PERMESSO, and the signal's reason once it is aborted. */
export type ReadWhole = (memberID: string, recipient: WholeRecipient, signal: AbortSignal) => Promise<void>;

/** A table that was written to a file. */
export interface WrittenTable {
  /** The register's path, or the trail's name. */
  name: string;
  folder: 'registri' | 'storico';
  file: string;
  rows: number;
}

export interface WrittenTables {
  /** ISO instant that the rows are of. */
  moment: string;
  tables: WrittenTable[];
  /** Paths of files that the records name. */
  documents: string[];
}

export interface TablesOrder {
  memberID: string;
  format: FileFormat;
  /** Absolute path that the names of the files begin with. */
  prefix: string;
}

/** What of the archive goes along, and what does not. */
export interface WholeDocuments {
  paths: string[];
  /** Those that the person may not open. */
  reserved: string[];
  /** Folders that could not be looked into. */
  closed: string[];
}

export interface DocumentsOrder {
  job: string;
  memberID: string;
  /** Paths that the records name. */
  recorded: readonly string[];
}

/** How the documents went into the zip. */
export interface ZippedDocuments {
  count: number;
  bytes: number;
  /** Not there, or not to be read. */
  missing: string[];
  /** Their reading ended too early. */
  cut: string[];
  /** Those that stand in the zip under another name, which every program can unpack: path → name. */
  renamed: [string, string][];
}

export interface WholeZip {
  tables: readonly WrittenTable[];
  documents: readonly string[];
  /** The page about all the rest, made when that is in. */
  readme(zipped: ZippedDocuments): string;
}

export interface WholeZipRun {
  signal: AbortSignal;
  progress(done: number, of: number, bytes: number): Promise<void>;
}

/** Everything that the job of the whole exit is given of the portal. */
export interface WholeExit {
  /** Name of the firm. */
  ditta: string;
  /** Out of the way of those who answer people. */
  tables(order: TablesOrder, run: ListRun): Promise<WrittenTables>;
  /** Who takes reserved documents stands in the histories of their records before it answers. */
  documents(order: DocumentsOrder, signal: AbortSignal): Promise<WholeDocuments>;
  zip(output: Writable, contents: WholeZip, run: WholeZipRun): Promise<ZippedDocuments>;
}
