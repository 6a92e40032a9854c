import { DomainError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/events.ts';
import type { JobDefinition } from '../jobs/define-job.ts';
import type { ProcessoState } from '../modules/processi.ts';

/** Rights needed to read a job's result, checked against the reader's rights at that time. */
export interface ResultRights {
  /** Only members of this group may read. */
  group?: number;
  /** Registers (paths) whose records the result contains: own records, or all. */
  views?: Record<string, 'own' | 'all'>;
  /** Registers into which the job imported records: the reader needs the right to add records there. */
  inserts?: string[];
  /** Registers whose reserved documents the result contains: the reader needs the right to change their records. */
  reserved?: string[];
}

export interface JobRequest {
  /** Id of the job; a repeated request with the same id is the same job. Random if absent. */
  id?: string;
  kind: string;
  title: string;
  data: JsonObject;
  utente: string;
  groupID: number;
  correlationId: string;
  /** Only for demo data: the time at which the job was requested. */
  at?: Date;
  /** Rights needed to read the result; if absent, membership of the requester's group. */
  rights?: ResultRights;
  /** Maximum number of unfinished jobs of the person; further requests are refused. A repeated request is not counted again. */
  atMost?: number;
}

/** Maximum number of unfinished jobs per person. */
export const JOBS_PER_PERSON = 5;

/** Returns the error for a person with too many unfinished jobs. */
export const tooManyUnfinished = (atMost = 0): DomainError =>
  new DomainError('CODA_PIENA', {
    message: `Hai già ${atMost} operazioni non finite: attendi che una finisca, poi riprova.`,
    retryAfter: 30,
  });

/** Input of a job handler. Handlers are idempotent: they may run again after a crash. */
export interface JobContext {
  id: string;
  data: JsonObject;
  utente: string;
  groupID: number;
  /** Correlation id of the request, command or event that requested the job; otherwise the job's own id. */
  correlationId?: string;
  signal: AbortSignal;
  /** 1 the first time; more after a crash or a failure. */
  attempt?: number;
  progress(percent: number, message?: string): Promise<void>;
}

/** Result of a handler: a file in the results folder, or nothing to download. */
export interface JobOutcome {
  /** Absolute path of the finished file, inside the results folder. */
  file?: string;
  /** Name under which the file is downloaded. */
  fileName?: string;
  message?: string;
  /** Data stored beside the row, for the screen of this kind of job. */
  data?: Json;
  /** Further files, as absolute paths inside the results folder; kept and deleted together with `file`. */
  otherFiles?: readonly string[];
  /** Rights needed to read the file, if they differ from those of the request. */
  rights?: ResultRights | null;
  /** The file contains personal data and is kept for one day. */
  personal?: boolean;
  /** The job ended without its result; the file is a report of the reasons. */
  failed?: boolean;
  /** Cleanup after the outcome is stored: deletes data that only a repeated run would need. */
  afterwards?(): Promise<void>;
}

export interface JobHandler {
  (context: JobContext): Promise<JobOutcome>;
  /** Undoes what a cancelled job has already done. */
  takeBack?(context: JobContext): Promise<void>;
}

/** A kind of job with the function that does its work; part of the module that declares it. */
export interface Job {
  definition: JobDefinition;
  handler: JobHandler;
}

/** Declares a module's job. */
export const job = <D extends JsonObject>(definition: JobDefinition<D>, handler: JobHandler): Job => ({
  // the queue knows only that the data are an object; the definition's schema checks the rest
  definition: definition as unknown as JobDefinition,
  handler,
});

/** State of a job. The request's data are left out, since they can be megabytes. */
export interface JobRow {
  id: string;
  kind: string;
  title: string;
  status: ProcessoState;
  /** 0 to 100. */
  progress: number;
  message: string | null;
  utente: string;
  /** Group of the requester at that time. */
  groupID: number;
  rights: ResultRights | null;
  /** True if cancelling was requested. */
  cancelling: boolean;
  /** True if the handler returned data. A failed job with data ended with a report, and cannot be started again. */
  reported: boolean;
  /** Absolute path of the result inside the results folder, and its download name. */
  file: string | null;
  fileName: string | null;
  created: Date;
  finished: Date | null;
  expires: Date | null;
}

/** Checks whether a job may be cancelled in its current state. */
export function mayBeCancelled(
  { status, cancelling }: Pick<JobRow, 'status' | 'cancelling'>,
  definition: JobDefinition | undefined,
): boolean {
  if (cancelling || (status !== 'queued' && status !== 'running')) return false;
  const stays = definition?.notCancelled;
  return stays !== 'asked' && !(stays === 'running' && status === 'running');
}

/** Filter for the jobs of the whole portal. */
export interface JobsAsked {
  status?: ProcessoState | undefined;
  kind?: string | undefined;
  /** Names of values of the request to include; the whole request can be megabytes. */
  fields?: readonly string[];
  limit: number;
  offset: number;
}

export interface JobsFound {
  rows: (JobRow & { fields: JsonObject })[];
  total: number;
}

/** Filter for jobs of one kind, by request and outcome. All given conditions must hold. */
export interface JobsOfKind {
  kind: string;
  id?: string;
  utente?: string;
  status?: ProcessoState;
  /** Only queued and running jobs, in one read: of two reads, a job that starts in between can be missed by both. */
  unfinished?: true;
  /** Values that the request must contain. */
  data?: JsonObject;
  /** Values that the outcome must contain; the files must still exist. */
  outcome?: JsonObject;
  /** Includes jobs whose results were deleted. */
  includeWithdrawn?: true;
  limit: number;
}

/** A job of a kind with small data, with its request and the stored outcome. */
export interface KeptJob extends Pick<JobRow, 'id' | 'title' | 'status' | 'message' | 'utente' | 'file' | 'created' | 'finished'> {
  data: unknown;
  /** `JobOutcome.data` of the handler; `null` before the end, and where the queue gave up on the job. */
  outcome: unknown;
  otherFiles: string[];
  /** Time at which the results were deleted. */
  withdrawn: Date | null;
}

/** The job queue for the requesting side, used by the API. */
export interface JobQueue {
  /** Declares the kinds of jobs that modules bring, once, before the first request. */
  define(definitions: readonly JobDefinition[]): void;
  /** Returns the definition of a kind; undefined for an unknown kind. */
  definition(kind: string): JobDefinition | undefined;
  /**
   * Queues a job and returns its id. Throws DomainError RICHIESTA_NON_VALIDA for an unknown kind or invalid data, CODA_PIENA for one job
   * too many.
   */
  enqueue(request: JobRequest): Promise<string>;
  /** Throws CODA_PIENA if the person may not request a further job; call before doing work for it. */
  requireRoom(utente: string, id: string, atMost: number): Promise<void>;
  /** Queues a failed job again from the start; false if there is no such job or it has not failed. Throws CODA_PIENA. */
  retry(id: string, atMost?: number): Promise<boolean>;
  /** Returns the jobs of a person, newest first. */
  list(utente: string, limit: number): Promise<JobRow[]>;
  /** Returns the jobs of all people, newest first. */
  all(filter: JobsAsked): Promise<JobsFound>;
  /** Returns jobs of one kind, newest first. */
  ofKind(asked: JobsOfKind): Promise<KeptJob[]>;
  find(id: string): Promise<JobRow | null>;
  /** Deletes a finished job and returns its files; `null` if the job is not finished. */
  remove(id: string): Promise<string[] | null>;
  /** Deletes the results of a finished job but keeps its row; returns the files, or `null` if the job is not finished. */
  withdraw(id: string): Promise<string[] | null>;
  /** Removes a finished job from its person's list and deletes nothing; `false` if the job is not finished. */
  hide(id: string): Promise<boolean>;
  /**
   * Cancels an unfinished job: at once while queued, within seconds while running. Returns false if it is finished or may not be cancelled.
   */
  cancel(id: string, by: string): Promise<boolean>;
  counts(): Promise<Record<ProcessoState, number>>;
  close(): Promise<void>;
}
