import type { EsitoProva } from '../modules/importa.ts';

export interface ImportOrder {
  /** Absolute path of the file. */
  file: string;
  /** What its sender called it. */
  name: string;
  register?: string | undefined;
  /** Column → field; '' leaves a column out. */
  byHand?: Readonly<Record<string, string>> | undefined;
  /** Whose rights count, as they are when it is done. */
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

/** What the jobs of an import are given: each runs beside the portal, and begun again goes on where it was. */
export interface Imports {
  /** `results`: absolute path, without extension, of the file with the errors. */
  rehearse(order: ImportOrder, results: string, run: ImportRun): Promise<TriedImport>;
  make(order: ImportOrder, run: ImportRun): Promise<{ made: number; found: number }>;
  /** Deletes all that an import of a file (by its SHA-256) made that is not finished. Answers how many records. */
  takeBack(order: { digest: string; memberID: string }, run: ImportRun): Promise<number>;
  undo(order: { id: string; memberID: string }, run: ImportRun): Promise<number>;
}
