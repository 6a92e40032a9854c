import type { FileTable } from '../modules/importa.ts';

/** Heads by which the columns of a register are known, in plain values. */
export interface RegisterHeads {
  register: string;
  /** Fields that a file may bring. */
  fields: readonly string[];
  /** Plain head → field. */
  heads: readonly (readonly [string, string])[];
  /** Its records sign in: a column may hold their passwords. */
  accounts: boolean;
}

export interface FileToRead {
  /** Absolute path of the file. */
  file: string;
  /** The name its sender gave it, which tells its kind. */
  name: string;
}

/** A file without its rows. */
export interface SeenFile {
  /** SHA-256 of its bytes. */
  digest: string;
  tables: FileTable[];
}

/**
 * Reads files that come from outside, each in a process of its own that is killed at its limits: one a
 * person and two in the whole portal at a time; whoever comes next waits. Throws a `DomainError` with
 * the sentence that its sender reads.
 */
export interface FileReading {
  /** Tables, columns and the fields proposed for them. */
  look(who: string, order: FileToRead & { registers: readonly RegisterHeads[] }): Promise<SeenFile>;
  /** Proposes the fields again for one register, from what was seen before (`file`: where that lies, as JSON). */
  propose(who: string, order: { file: string; register: RegisterHeads }): Promise<FileTable[]>;
  /** Writes all rows to `into`, which must not exist: one JSON text a line, `{name, columns}` before the rows of each table. Answers the file's SHA-256. */
  rows(who: string, order: FileToRead & { into: string; signal?: AbortSignal }): Promise<string>;
  /** Waits for the turn of another reading, and runs it. */
  turn<T>(who: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
