import type { FileTable } from '../modules/importa.ts';

/** Column heads of a register, as plain data for another process. */
export interface RegisterHeads {
  register: string;
  /** Fields that a file may contain. */
  fields: readonly string[];
  /** Pairs of normalised head and field. */
  heads: readonly (readonly [string, string])[];
  /** True if the records are user accounts, so that a column may hold password digests. */
  accounts: boolean;
}

export interface FileToRead {
  /** Absolute path of the file. */
  file: string;
  /** Original name of the file; its extension gives the file's kind. */
  name: string;
}

/** Result of inspecting a file: digest and tables, without rows. */
export interface SeenFile {
  /** SHA-256 of its bytes. */
  digest: string;
  tables: FileTable[];
}

/**
 * Reads uploaded files, each in a separate process that is killed at its resource limits. At most one reading per person and two in the
 * whole portal run at a time; further ones wait. Throws a `DomainError` with a sentence for the sender.
 */
export interface FileReading {
  /** Returns the file's tables and columns, with a proposed field for each column. */
  look(who: string, order: FileToRead & { registers: readonly RegisterHeads[] }): Promise<SeenFile>;
  /** Proposes fields again for another register, from the stored result of `look`. `file`: path of that result, as JSON. */
  propose(who: string, order: { file: string; register: RegisterHeads }): Promise<FileTable[]>;
  /**
   * Writes all rows to `into`, which must not exist: one JSON text per line, with `{name, columns}` before the rows of each table. Returns
   * the SHA-256 of the uploaded file.
   */
  rows(who: string, order: FileToRead & { into: string; signal?: AbortSignal }): Promise<string>;
  /** Runs `work` under the same limits of concurrent readings, after waiting for a free slot. */
  turn<T>(who: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
