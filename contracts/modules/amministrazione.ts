import type { ProcessoState } from './processi.ts';
import type { BackupState } from '../jobs/backup-state.ts';

export type ProjectionState = 'attiva' | 'recupero' | 'ferma';

/** `data` of `GET api/amministrazione/stato`. */
export interface PortalState {
  registro: {
    tipo: 'postgres' | 'eventstoredb' | 'memory';
    posizione: string | null;
    /** Number of events up to `contatiFino`; `null` during the first count. */
    eventi: number | null;
    contatiFino: number;
    /** Bytes on disk; `null` where another server stores the log. */
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
  /** The rebuild that is queued or running; `null` if there is none. */
  ricostruzione: { id: string; progresso: number } | null;
  code: Record<ProcessoState, number>;
  archivio: ArchiveState;
  salvataggio: BackupState;
  /** True if the portal contains the demo firm and demo accounts. */
  demo: boolean;
  produzione: boolean;
  /** True if people reach the portal without TLS: `SENZA_TLS=1`, in production. */
  senzaTls: boolean;
}

/** A row of `GET api/amministrazione/avvisi`. */
export interface PortalWarning {
  nome: 'salvataggi';
  /** Sentence for the administrators of the portal. */
  testo: string;
}

/** The archive's state at the last background scan. */
export interface ArchiveState {
  stato: 'in-corso' | 'pronto' | 'fallito';
  /** ISO instant of the last completed scan, to which the figures refer. */
  quando: string | null;
  file: number;
  byte: number;
  /** Number of files that belong to no record. */
  orfani: number;
  /** The first orphaned files. */
  esempi: { percorso: string; byte: number }[];
  /** True if the scan stopped at its file limit. */
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
  /** "Chrome, Windows"; `null`, like the next two, for a session not used yet. */
  dispositivo: string | null;
  indirizzo: string | null;
  /** ISO instant of the last request, accurate to a minute. */
  vista: string | null;
  /** True for the session that sends the request. */
  corrente: boolean;
}

/** A row of `GET api/amministrazione/mail`. */
export interface MailRow {
  id: string;
  quando: string;
  /** Site of the mail; empty if it concerns no site. */
  cantiere: string;
  /** Subject of a mail that concerns no site. */
  oggetto?: string;
  destinatari: string;
  utente: string;
  esito: 'inviata' | 'in coda' | 'fallita';
  /** Reason of the failure. */
  messaggio: string | null;
}

/** A row of `GET api/amministrazione/processi`: jobs of all people, without results. */
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
  /** The job failed and may succeed if retried. */
  riprovabile: boolean;
  /** The job is not finished and may be cancelled. */
  annullabile: boolean;
}
