import type { Readable } from 'node:stream';

/** Logical paths: relative, `/` between folders, no `..`, no control characters. */
export interface FileInfo {
  path: string;
  bytes: number;
  /** ISO instant. */
  modified: string;
  /** 1 for the first content under this path; a replaced content goes to the versions folder. */
  version: number;
}

export interface WrittenFile extends FileInfo {
  /** Of the bytes stored, in hex. */
  sha256: string;
}

/** A content that is to be put in place. */
export interface NewFile {
  path: string;
  content: Buffer;
  kind: 'pdf' | 'jpeg';
}

export interface FileContent extends FileInfo {
  contentType: 'application/pdf' | 'image/jpeg' | 'application/zip' | 'application/octet-stream';
  /** Streams the bytes; `end` is inclusive. */
  open(range?: { start: number; end: number }): Readable;
}

/**
 * The archive of documents and photos. Content outside it can be neither read nor written: a path
 * that leaves it throws DomainError('PERCORSO_NON_VALIDO') before anything is touched.
 */
export interface FileStore {
  /**
   * Streams the content in, checks it by its first bytes and its size, and only then puts it in
   * place; a content already there is kept as an earlier version.
   * Throws TIPO_NON_ACCETTATO, FILE_TROPPO_GRANDE.
   */
  write(path: string, content: Readable, kind: 'pdf' | 'jpeg'): Promise<WrittenFile>;
  /** Writes several small files as `write` does, the contents of one path in their order. They wait for the disk together. */
  writeAll(files: readonly NewFile[]): Promise<Omit<WrittenFile, 'modified'>[]>;
  /** `versione` omitted: the content in place. Throws FILE_ASSENTE. */
  read(path: string, version?: number): Promise<FileContent>;
  info(path: string): Promise<FileInfo | null>;
  /** Names of the files in a folder, sorted; empty when it does not exist. */
  list(folder: string): Promise<FileInfo[]>;
  /**
   * The folder in which, or below which, anything lies (links and what people put there by hand
   * included), as it is spelled on disk: its name may differ in capitals or in how an accent is
   * encoded. `null` where there is none.
   */
  holdsFiles(folder: string): Promise<string | null>;
  /** Takes the file out of place, keeping it as an earlier version. `version`: that content alone, another one that came meanwhile stays. Throws FILE_ASSENTE. */
  delete(path: string, version?: number): Promise<void>;
  /** The versions under this path, the one in place included, that hold this content. */
  holding(path: string, sha256: string): Promise<number[]>;
  /** Takes the bytes of one version away for good, in place or kept; its number is never given again. Nothing where they are gone already. */
  erase(path: string, version: number): Promise<void>;
  /** When a file of this name was last deleted; `null` where none was. */
  deleted(path: string): Promise<Date | null>;
  /** Throws FILE_ASSENTE, DESTINAZIONE_OCCUPATA, ESTENSIONE_DIVERSA. */
  rename(from: string, a: string): Promise<FileInfo>;
}
