import type { ProcessoState } from '../processi.ts';
import type { TipoFileContabilita } from './names.ts';
import type { BloccanteCode } from './codes.ts';
import type { EsitoContabilita, InputFile } from './result.ts';

/** Folder of the uploads, inside that of the results: files wait there under generated names. */
export const UPLOADS = 'contabilita';

export type FileContabilita = {
  filename: string;
  tipo: TipoFileContabilita;
  byte: number;
};

/** What a finished job keeps beside its row. */
export type ProcessoResult = {
  esito: EsitoContabilita;
  /** Of the first fault that stopped it; runs of long ago have none. */
  codice?: BloccanteCode | null;
  mesi: string[];
  /** Entries of level ERRORE. */
  errori: number;
  files: FileContabilita[];
};

/** A row of `GET api/contabilita-lavoratori/process-result`. */
export interface ProcessoContabilita {
  taskName: string;
  /** Any other value counts as queued. */
  status: ProcessoState;
  /** The workbook (of a failed job the report), while it is kept. */
  filename: string | null;
  esito: EsitoContabilita | null;
  messaggio: string | null;
  files: FileContabilita[];
  id: string;
  utente: string;
  /** Instants. */
  creato: string;
  finito: string | null;
  /** The names of the two files, as they were sent. */
  caricati: Record<InputFile, string>;
  /** Of the first fault that stopped it. */
  codice: BloccanteCode | null;
}

/** A row of `GET api/contabilita-lavoratori/gia-elaborati`: the same two files, run before. */
export type EarlierRun = Pick<
  ProcessoContabilita,
  'id' | 'taskName' | 'status' | 'esito' | 'messaggio' | 'utente' | 'creato' | 'finito'
> & {
  /** Its result was taken away since. */
  tolto: boolean;
};

/** `POST api/contabilita-lavoratori/process-files`. */
export interface ProcessoAccodato {
  id: string;
  taskName: string;
  status: 'queued';
}

export const CONTABILITA_MESSAGES = {
  fileMancante: 'Occorre caricate entrambi i file.',
  caricamento: "Si e' verificato un errore durante il caricamento.",
  stato: "Si e' verificato un errore durante il recupero dello stato dei processi.",
  download: "Si e' verificato un errore durante il download",
  nonCsv: 'Si accettano solo file .csv.',
} as const;
