import type { AnyRegister } from '../core/define-register.ts';
import { scope, type Identity } from '../core/permissions.ts';
import type { ProcessoState } from './processi.ts';

/** Megabytes of a file as it is sent. */
export const IMPORT_MB = 25;
export const IMPORT_EXTENSIONS = /\.(xlsx|xls|csv|txt|sql)$/i;

/** The column in front of a file that comes back with its errors; given back, it is passed over. */
export const ERROR_COLUMN = 'ERRORI';

/** Whoever may insert and see all records of an area brings records into its registers; that everyone reads one says nothing of the area. */
export function mayImport(identity: Identity, { access }: Pick<AnyRegister, 'access'>): boolean {
  const { read: _everyone, ...area } = access;
  return scope(identity, area, 'insert') === 'all' && scope(identity, area, 'view') === 'all';
}

/** A field that a column may be for. */
export interface CampoImporta {
  campo: string;
  nome: string;
  obbligatorio: boolean;
}

/** A register that a person may bring records into. */
export interface RegistroImporta {
  registro: string;
  /** "macchinari", as people say it. */
  nome: string;
  campi: CampoImporta[];
}

export interface FileColumn {
  colonna: string;
  /** The field it is for; `null`: left out. */
  campo: string | null;
  /** Of a user: the digest of the password, which no field shows. */
  password: boolean;
  /** What stands in its first rows. */
  esempi: string[];
}

export interface FileTable {
  /** The sheet's or the SQL table's; a csv has none. */
  nome: string | null;
  /** The register its rows are for, where that is known and may be written. */
  registro: string | null;
  righe: number;
  colonne: FileColumn[];
}

/** A file that was put aside (`POST api/importa/file`), or is looked at again with another register. */
export interface FileImporta {
  /** What it is asked for by. */
  caricato: string;
  nome: string;
  tabelle: FileTable[];
}

/** One cell that is in the way, or a whole row (`colonna` null). */
export interface ImportFault {
  tabella: string;
  riga: number;
  colonna: string | null;
  messaggio: string;
}

/** What came of a dry run. */
export interface EsitoProva {
  righe: number;
  errori: number;
  /** It stopped looking: there are more. */
  ancora: boolean;
  /** The first of them. */
  primi: ImportFault[];
  /** Sentences about records of these registers that name what is not there, from before. */
  daPrima: string[];
}

/** A dry run or an import as it stands (`GET api/importa/esito`). */
export interface StatoImporta {
  id: string;
  status: ProcessoState;
  progresso: number;
  messaggio: string | null;
  /** Of a dry run that came to its end. */
  esito: EsitoProva | null;
  /** There is a file with the errors, downloaded as the result of the job. */
  file: boolean;
}

export type StatoImportazione = 'in corso' | 'interrotta' | 'finita' | 'annullamento in corso' | 'annullata';

/** An import that was made (`GET api/importazioni`). */
export interface Importazione {
  id: string;
  file: string;
  /** "macchinari", as people say it. */
  registri: string[];
  utente: string;
  quando: string;
  righe: number;
  /** Records it has made so far. */
  fatte: number;
  stato: StatoImportazione;
}
