import type { ProcessoState } from './processi.ts';
import type { BackupState } from '../jobs/backup-state.ts';

export type ProjectionState = 'attiva' | 'recupero' | 'ferma';

/** `data` of `GET api/amministrazione/stato`. */
export interface PortalState {
  registro: {
    tipo: 'postgres' | 'eventstoredb' | 'memory';
    posizione: string | null;
    /** Counted up to `contatiFino`; `null` while they are being counted for the first time. */
    eventi: number | null;
    contatiFino: number;
    /** On disk; `null` where another server keeps it. */
    byte: number | null;
  };
  proiezioni: {
    nome: string;
    stato: ProjectionState;
    posizione: string | null;
    ritardo: number;
    errore: string | null;
    aggiornata: string;
  }[];
  /** Of the rebuild that is waiting or under way; `null` when there is none. */
  ricostruzione: { id: string; progresso: number } | null;
  code: Record<ProcessoState, number>;
  archivio: ArchiveState;
  salvataggio: BackupState;
  /** Demo firm and demo accounts. */
  demo: boolean;
  produzione: boolean;
  /** People reach the portal in clear: `SENZA_TLS=1`, in production. */
  senzaTls: boolean;
}

/** A row of `GET api/amministrazione/avvisi`. */
export interface PortalWarning {
  nome: 'salvataggi';
  /** A sentence for the people who look after the portal. */
  testo: string;
}

/** The archive as it was last walked through, in the background. */
export interface ArchiveState {
  stato: 'in-corso' | 'pronto' | 'fallito';
  /** ISO instant of the last walk that came to its end; the figures are of then. */
  quando: string | null;
  file: number;
  byte: number;
  /** Files that belong to no record. */
  orfani: number;
  /** The first of them. */
  esempi: { percorso: string; byte: number }[];
  /** There were more files than one walk looks at. */
  interrotto: boolean;
}

/** A row of `GET api/amministrazione/sessioni`. */
export interface SessionRow {
  id: string;
  utente: string;
  nome: string | null;
  gruppo: string | null;
  ricordami: boolean;
  creata: string;
  scade: string;
  /** "Chrome, Windows"; `null` with the next two: not used yet. */
  dispositivo: string | null;
  indirizzo: string | null;
  /** ISO instant of the last request, as far as a minute. */
  vista: string | null;
  /** The one that asks. */
  corrente: boolean;
}

/** A row of `GET api/amministrazione/mail`. */
export interface MailRow {
  id: string;
  quando: string;
  /** Empty: of no site. */
  cantiere: string;
  /** What it is, where it is of no site. */
  oggetto?: string;
  destinatari: string;
  utente: string;
  esito: 'inviata' | 'in coda' | 'fallita';
  /** Why it failed. */
  messaggio: string | null;
}

/** A row of `GET api/amministrazione/processi`: everybody's, without its result. */
export interface JobOfPortal {
  id: string;
  tipo: string;
  titolo: string;
  status: ProcessoState;
  progresso: number;
  messaggio: string | null;
  utente: string;
  creato: string;
  finito: string | null;
  /** It failed, and may succeed when it is tried again. */
  riprovabile: boolean;
  /** It is not finished and may be cancelled. */
  annullabile: boolean;
}
