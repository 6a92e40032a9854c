import type { Writable } from 'node:stream';

export interface ZipContents {
  /** A path in the archive, and the name in the zip. */
  file: readonly {
    percorso: string;
    nome: string;
    /** An earlier content; the one in place unless said. */ versione?: number | undefined;
  }[];
  /** Names of what is left out, since whoever asked may not open it. */
  riservati?: readonly string[] | undefined;
  /** A page about the others, made when they are in: told the SHA-256 of each by its name in the zip, `null` for what was not there. */
  last?(written: ReadonlyMap<string, string | null>): Promise<{ nome: string; content: Buffer }>;
}

export interface ZipRun {
  signal: AbortSignal;
  /** Told before each file how many are in. */
  progress?(done: number, of: number): Promise<void>;
}

/** Writes a zip of files of the archive, one after the other, and ends the output: memory does not grow with them. Answers how many were not there; they are named in the zip. */
export type WriteZip = (output: Writable, contents: ZipContents, run: ZipRun) => Promise<{ missing: number }>;
