import type { EsitoProva } from '../modules/importa.ts';

export interface ImportOrder {
  /** Absolute path of the file. */
  file: string;
  /** Original name of the file. */
  name: string;
  register?: string | undefined;
  /** Column → field; '' leaves a column out. */
  byHand?: Readonly<Record<string, string>> | undefined;
  /** Person whose rights apply, as of the time of the run. */
  memberID: string;
}

export interface ImportRun {
  signal: AbortSignal;
  progress(percent: number, text: string): void;
}

export interface TriedImport extends EsitoProva {
  /** Absolute path and extension of the file with its errors; `null` where there are none. */
  file: string | null;
}

/** Import functions for jobs. Each runs beside the portal; a restarted one continues where it stopped. */
export interface Imports {
  /** `results`: absolute path, without extension, of the file with the errors. */
  rehearse(order: ImportOrder, results: string, run: ImportRun): Promise<TriedImport>;
  make(order: ImportOrder, run: ImportRun): Promise<{ created: number; existing: number }>;
  /** Deletes all records of an unfinished import of a file (by its SHA-256). Returns their number. */
  takeBack(order: { digest: string; memberID: string }, run: ImportRun): Promise<number>;
  undo(order: { id: string; memberID: string }, run: ImportRun): Promise<number>;
}
