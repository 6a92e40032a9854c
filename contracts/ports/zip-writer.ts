import type { Writable } from 'node:stream';

export interface ZipContents {
  /** A path in the archive, and the name in the zip. */
  file: readonly { percorso: string; nome: string }[];
  /** Names of what is left out, since whoever asked may not open it. */
  riservati?: readonly string[] | undefined;
}

export interface ZipRun {
  signal: AbortSignal;
  /** Told before each file how many are in. */
  progress?(done: number, of: number): Promise<void>;
}

/** Writes a zip of files of the archive, one after the other, and ends the output: memory does not grow with them. Answers how many were not there; they are named in the zip. */
export type WriteZip = (output: Writable, contents: ZipContents, run: ZipRun) => Promise<{ missing: number }>;
