import type { Json, JsonObject } from '../core/events.ts';

export type { Processo, StatoProcesso } from '../modules/processi.ts';

export interface RichiestaJob {
  tipo: string;
  titolo: string;
  dati: JsonObject;
  utente: string;
  groupID: number;
  correlationId: string;
}

/** What a handler is given. A handler is idempotent: it may be run again after a crash. */
export interface ContestoJob {
  id: string;
  dati: JsonObject;
  utente: string;
  groupID: number;
  signal: AbortSignal;
  progresso(percento: number, messaggio?: string): Promise<void>;
}

/** The outcome: a result file in the job-results folder, or nothing to download. */
export interface EsitoJob {
  /** Absolute path of the finished file, inside the results folder. */
  file?: string;
  /** The name it is downloaded under. */
  nomeFile?: string;
  messaggio?: string;
  dati?: Json;
}

export type GestoreJob = (contesto: ContestoJob) => Promise<EsitoJob>;

/** The asking side, used by the API. */
export interface JobQueue {
  /** Throws DomainError RICHIESTA_NON_VALIDA for an unknown kind or data its definition refuses. */
  accoda(richiesta: RichiestaJob): Promise<string>;
  /** A failed job is queued again from the start; false when it is not there or has not failed. */
  riprova(id: string): Promise<boolean>;
  conteggi(): Promise<Record<'queued' | 'running' | 'done' | 'error', number>>;
  close(): Promise<void>;
}
