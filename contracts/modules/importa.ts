import type { AnyRegister } from '../core/define-register.ts';
import { scope, type Identity } from '../core/permissions.ts';
import type { ProcessoState } from './processi.ts';

/** Maximum size of an uploaded file in megabytes. */
export const IMPORT_MB = 25;
export const IMPORT_EXTENSIONS = /\.(xlsx|xls|csv|txt|sql)$/i;

/** Column with the errors at the front of a returned file; ignored when the file is uploaded again. */
export const ERROR_COLUMN = 'ERRORI';

/**
 * Checks whether a person may import into a register: they may insert and view all records of its area. A register that everyone reads does
 * not count as viewing the area.
 */
export function mayImport(identity: Identity, { access }: Pick<AnyRegister, 'access'>): boolean {
  const { read: _everyone, ...area } = access;
  return scope(identity, area, 'insert') === 'all' && scope(identity, area, 'view') === 'all';
}

/** A field to which a column can be mapped. */
export interface CampoImporta {
  campo: string;
  nome: string;
  obbligatorio: boolean;
}

/** A register into which the person may import records. */
export interface RegistroImporta {
  registro: string;
  /** Plural name of the register: "macchinari". */
  nome: string;
  campi: CampoImporta[];
}

export interface FileColumn {
  colonna: string;
  /** Field to which the column is mapped; `null`: the column is ignored. */
  campo: string | null;
  /** The column contains the digest of a user's password, which no field shows. */
  password: boolean;
  /** Values of the first rows. */
  esempi: string[];
}

export interface FileTable {
  /** Name of the sheet or the SQL table; `null` for a csv. */
  nome: string | null;
  /** Register into which the rows go, if it is known and the person may write it. */
  registro: string | null;
  righe: number;
  colonne: FileColumn[];
}

/** An uploaded file (`POST api/importa/file`), or the same file inspected again with another register. */
export interface FileImporta {
  /** Id under which the upload is requested. */
  caricato: string;
  nome: string;
  tabelle: FileTable[];
}

/** A fault in one cell, or in a whole row (`colonna` null). */
export interface ImportFault {
  tabella: string;
  riga: number;
  colonna: string | null;
  messaggio: string;
}

/** Result of a dry run. */
export interface EsitoProva {
  righe: number;
  errori: number;
  /** The check stopped at its limit; there are more errors. */
  ancora: boolean;
  /** The first errors. */
  primi: ImportFault[];
  /** Sentences about older records of these registers that reference missing records. */
  daPrima: string[];
}

/** State of a dry run or an import (`GET api/importa/esito`). */
export interface StatoImporta {
  id: string;
  status: ProcessoState;
  progresso: number;
  messaggio: string | null;
  /** Result of a completed dry run. */
  esito: EsitoProva | null;
  /** True if there is a file with the errors, downloadable as the job's result. */
  file: boolean;
}

export type StatoImportazione = 'in corso' | 'interrotta' | 'finita' | 'annullamento in corso' | 'annullata';

/** A completed or interrupted import (`GET api/importazioni`). */
export interface Importazione {
  id: string;
  file: string;
  /** Plural names of the registers, such as "macchinari". */
  registri: string[];
  utente: string;
  quando: string;
  righe: number;
  /** Number of records created so far. */
  fatte: number;
  stato: StatoImportazione;
}
