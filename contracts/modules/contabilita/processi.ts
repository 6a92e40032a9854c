import type { ProcessoState } from '../processi.ts';
import type { TipoFileContabilita } from './names.ts';
import type { BloccanteCode } from './codes.ts';
import type { EsitoContabilita, InputFile } from './result.ts';

/** Folder of the uploads, inside the results folder; files have generated names there. */
export const UPLOADS = 'contabilita';

export type FileContabilita = {
  filename: string;
  tipo: TipoFileContabilita;
  byte: number;
};

/** Result of a finished job, stored beside its row. */
export type ProcessoResult = {
  esito: EsitoContabilita;
  /** Code of the first fault that stopped the job; absent in old runs. */
  codice?: BloccanteCode | null;
  mesi: string[];
  /** Number of anomalies of level ERRORE. */
  errori: number;
  files: FileContabilita[];
};

/** A row of `GET api/contabilita-lavoratori/process-result`. */
export interface ProcessoContabilita {
  taskName: string;
  /** State of the job; any unknown value counts as queued. */
  status: ProcessoState;
  /** Name of the workbook, or of the report for a failed job; `null` when the result is no longer kept. */
  filename: string | null;
  esito: EsitoContabilita | null;
  messaggio: string | null;
  files: FileContabilita[];
  id: string;
  utente: string;
  /** ISO instants. */
  creato: string;
  finito: string | null;
  /** Original names of the two files. */
  caricati: Record<InputFile, string>;
  /** Code of the first fault that stopped the job. */
  codice: BloccanteCode | null;
}

/** A row of `GET api/contabilita-lavoratori/gia-elaborati`: an earlier run of the same two files. */
export type EarlierRun = Pick<
  ProcessoContabilita,
  'id' | 'taskName' | 'status' | 'esito' | 'messaggio' | 'utente' | 'creato' | 'finito'
> & {
  /** True if the result has been deleted since. */
  tolto: boolean;
};

/** Response of `POST api/contabilita-lavoratori/process-files`. */
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
