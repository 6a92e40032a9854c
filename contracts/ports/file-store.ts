import type { Readable } from 'node:stream';

/** Logical paths: relative, `/` between folders, no `..`, no control characters. */
export interface FileInfo {
  percorso: string;
  byte: number;
  /** ISO instant. */
  modificato: string;
  /** 1 for the first content under this path; a replaced content goes to the versions folder. */
  versione: number;
}

export interface FileLetto extends FileInfo {
  contentType: 'application/pdf' | 'image/jpeg' | 'application/zip' | 'application/octet-stream';
  /** Streams the bytes; `fine` is inclusive. */
  apri(intervallo?: { inizio: number; fine: number }): Readable;
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
  scrivi(percorso: string, contenuto: Readable, tipo: 'pdf' | 'jpeg'): Promise<FileInfo>;
  /** `versione` omitted: the content in place. Throws FILE_ASSENTE. */
  leggi(percorso: string, versione?: number): Promise<FileLetto>;
  info(percorso: string): Promise<FileInfo | null>;
  /** Names of the files in a folder, sorted; empty when it does not exist. */
  elenca(cartella: string): Promise<FileInfo[]>;
  /** Takes the file out of place, keeping it as an earlier version. Throws FILE_ASSENTE. */
  elimina(percorso: string): Promise<void>;
  /** Throws FILE_ASSENTE, DESTINAZIONE_OCCUPATA, ESTENSIONE_DIVERSA. */
  rinomina(da: string, a: string): Promise<FileInfo>;
}
