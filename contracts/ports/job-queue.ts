import type { Json, JsonObject } from '../core/events.ts';

export type { Processo, ProcessoState } from '../modules/processi.ts';

export interface JobRequest {
  kind: string;
  title: string;
  data: JsonObject;
  utente: string;
  groupID: number;
  correlationId: string;
}

/** What a handler is given. A handler is idempotent: it may be run again after a crash. */
export interface JobContext {
  id: string;
  data: JsonObject;
  utente: string;
  groupID: number;
  signal: AbortSignal;
  progress(percent: number, message?: string): Promise<void>;
}

/** The outcome: a result file in the job-results folder, or nothing to download. */
export interface JobOutcome {
  /** Absolute path of the finished file, inside the results folder. */
  file?: string;
  /** The name it is downloaded under. */
  fileName?: string;
  message?: string;
  data?: Json;
}

export type JobHandler = (context: JobContext) => Promise<JobOutcome>;

/** The asking side, used by the API. */
export interface JobQueue {
  /** Throws DomainError RICHIESTA_NON_VALIDA for an unknown kind or data its definition refuses. */
  enqueue(request: JobRequest): Promise<string>;
  /** A failed job is queued again from the start; false when it is not there or has not failed. */
  retry(id: string): Promise<boolean>;
  counts(): Promise<Record<'queued' | 'running' | 'done' | 'error', number>>;
  close(): Promise<void>;
}
