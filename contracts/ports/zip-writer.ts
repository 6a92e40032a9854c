import type { Writable } from 'node:stream';

export interface ZipContents {
  /** A path in the archive, and the name in the zip. */
  file: readonly {
    percorso: string;
    nome: string;
    /** Version of the content; the present one if absent. */ versione?: number | undefined;
  }[];
  /** Names of the files that are left out, since the requester may not open them. */
  riservati?: readonly string[] | undefined;
  /** Builds a final page after all files. `written`: SHA-256 of each file by its name in the zip, `null` for a missing file. */
  last?(written: ReadonlyMap<string, string | null>): Promise<{ nome: string; content: Buffer }>;
}

export interface ZipRun {
  signal: AbortSignal;
  /** Called before each file with the number of files already in the zip. */
  progress?(done: number, of: number): Promise<void>;
}

/**
 * Writes a zip of archive files, one after the other, and ends the output; memory does not grow with the files. Returns the number of
 * missing files, which a page in the zip lists.
 */
export type WriteZip = (output: Writable, contents: ZipContents, run: ZipRun) => Promise<{ missing: number }>;
