import type { Readable } from 'node:stream';

/** A file of the archive. Paths are logical: relative, with `/` between folders, without `..` and control characters. */
export interface FileInfo {
  path: string;
  bytes: number;
  /** ISO instant. */
  modified: string;
  /** Version of the content, 1 for the first under this path. A replaced content moves to the versions folder. */
  version: number;
}

export interface WrittenFile extends FileInfo {
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256: string;
}

/** A file to be written. */
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

/** Number of files in some folders. */
export interface FolderContents {
  present: number;
  versions: number;
}

/**
 * Archive of documents and photos. Files outside the archive can be neither read nor written. A path that leaves the archive throws
 * DomainError('PERCORSO_NON_VALIDO') before any access to the disk.
 */
export interface FileStore {
  /**
   * Writes a file. The content is streamed to a temporary file and checked by its first bytes and its size; then it replaces the present
   * content, which is kept as an earlier version. Throws TIPO_NON_ACCETTATO, FILE_TROPPO_GRANDE.
   */
  write(path: string, content: Readable, kind: 'pdf' | 'jpeg'): Promise<WrittenFile>;
  /** Writes several small files like `write`, with one wait for the disk. Several contents of one path are written in their order. */
  writeAll(files: readonly NewFile[]): Promise<Omit<WrittenFile, 'modified'>[]>;
  /** Returns the content of a version, or the present content if `version` is absent. Throws FILE_ASSENTE. */
  read(path: string, version?: number): Promise<FileContent>;
  info(path: string): Promise<FileInfo | null>;
  /** Lists the files in a folder, sorted by name; empty if the folder does not exist. */
  list(folder: string): Promise<FileInfo[]>;
  /**
   * Returns the folder's name on disk if the folder or a subfolder contains anything, also links and files placed by hand. The name on disk
   * may differ in capitals or accent encoding. Returns `null` if there is no such folder.
   */
  holdsFiles(folder: string): Promise<string | null>;
  /**
   * Deletes a file; its content is kept as an earlier version. With `version`, the file is deleted only if its present content has that
   * version, so that a newer upload stays. Throws FILE_ASSENTE.
   */
  delete(path: string, version?: number): Promise<void>;
  /** Returns the versions of this path, including the present one, whose content has this SHA-256. */
  holding(path: string, sha256: string): Promise<number[]>;
  /**
   * Deletes the bytes of one version permanently, present or earlier. The version's number is never used again. Does nothing if already
   * deleted.
   */
  erase(path: string, version: number): Promise<void>;
  /** Counts the files in the subfolders of `parent` whose names `belongs` accepts: present ones, and kept versions. */
  contents(parent: string, belongs: (name: string) => boolean): Promise<FolderContents>;
  /** Deletes the subfolders of `parent` whose names `belongs` accepts permanently, with all versions, also hidden and foreign files in them. */
  eraseFolders(parent: string, belongs: (name: string) => boolean): Promise<void>;
  /** Returns the time at which a file of this path was last deleted; `null` if none was. */
  deleted(path: string): Promise<Date | null>;
  /** Renames a file. Throws FILE_ASSENTE, DESTINAZIONE_OCCUPATA, ESTENSIONE_DIVERSA. */
  rename(from: string, a: string): Promise<FileInfo>;
}
