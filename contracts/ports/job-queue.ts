import { DomainError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/events.ts';
import type { JobDefinition } from '../jobs/define-job.ts';
import type { ProcessoState } from '../modules/processi.ts';

/** What reading a job's result takes, by the rights of the day on which it is read. */
export interface ResultRights {
  /** This group alone. */
  group?: number;
  /** Registers (paths) whose records are in it: those of the person, or all. */
  views?: Record<string, 'own' | 'all'>;
  /** Registers whose records its maker was bringing in: only for who may add records there. */
  inserts?: string[];
  /** Registers whose reserved documents are in it: only for who may change their records. */
  reserved?: string[];
}

export interface JobRequest {
  /** Asked for again under the same id it is the same job. A fresh one unless given. */
  id?: string;
  kind: string;
  title: string;
  data: JsonObject;
  utente: string;
  groupID: number;
  correlationId: string;
  /** What reading its result takes; the group that asked unless given. */
  rights?: ResultRights;
  /** Refused when the person has so many unfinished ones; one asked for again is not counted again. */
  atMost?: number;
}

/** Unfinished jobs that one person may have. */
export const JOBS_PER_PERSON = 5;

/** What a person is told who has so many unfinished ones. */
export const tooManyUnfinished = (atMost = 0): DomainError =>
  new DomainError('CODA_PIENA', {
    message: `Hai già ${atMost} operazioni non finite: attendi che una finisca, poi riprova.`,
    retryAfter: 30,
  });

/** What a handler is given. A handler is idempotent: it may be run again after a crash. */
export interface JobContext {
  id: string;
  data: JsonObject;
  utente: string;
  groupID: number;
  /** Of the request, command or event that asked for it; the job's own id where nobody says. */
  correlationId?: string;
  signal: AbortSignal;
  /** 1 the first time; more after a crash or a failure. */
  attempt?: number;
  progress(percent: number, message?: string): Promise<void>;
}

/** The outcome: a result file in the job-results folder, or nothing to download. */
export interface JobOutcome {
  /** Absolute path of the finished file, inside the results folder. */
  file?: string;
  /** The name it is downloaded under. */
  fileName?: string;
  message?: string;
  /** Kept beside the row, for the screen of this kind of job. */
  data?: Json;
  /** Further files, absolute paths inside the results folder: kept and taken away together with it. */
  otherFiles?: readonly string[];
  /** What reading its file takes, where its maker had other rights than when it was asked for. */
  rights?: ResultRights | null;
  /** Its file holds personal data: kept a day. */
  personal?: boolean;
  /** It ended without what was asked for: its file is a report of why. */
  failed?: boolean;
  /** Done once the outcome is stored: what a repeated run would have needed may go. */
  afterwards?(): Promise<void>;
}

export interface JobHandler {
  (context: JobContext): Promise<JobOutcome>;
  /** Takes back what a cancelled job had already done, so that nothing of it is left. */
  takeBack?(context: JobContext): Promise<void>;
}

/** A job as it stands: what was asked for can be megabytes, and is not told. */
export interface JobRow {
  id: string;
  kind: string;
  title: string;
  status: ProcessoState;
  /** 0 to 100. */
  progress: number;
  message: string | null;
  utente: string;
  /** Of the person who asked, then. */
  groupID: number;
  rights: ResultRights | null;
  /** Somebody asked to cancel it. */
  cancelling: boolean;
  /** It told its own outcome: one that failed has a report, and what it worked on is gone. */
  reported: boolean;
  /** Absolute path of the result inside the results folder, and the name it is downloaded under. */
  file: string | null;
  fileName: string | null;
  created: Date;
  finished: Date | null;
  expires: Date | null;
}

/** Whether a job may be cancelled as it stands. */
export function mayBeCancelled(
  { status, cancelling }: Pick<JobRow, 'status' | 'cancelling'>,
  definition: JobDefinition | undefined,
): boolean {
  if (cancelling || (status !== 'queued' && status !== 'running')) return false;
  const stays = definition?.notCancelled;
  return stays !== 'asked' && !(stays === 'running' && status === 'running');
}

/** Which jobs of the whole portal. */
export interface JobsAsked {
  status?: ProcessoState | undefined;
  kind?: string | undefined;
  /** Names of what was asked for that are told too: the whole can be megabytes. */
  tell?: readonly string[];
  limit: number;
  offset: number;
}

export interface JobsFound {
  rows: (JobRow & { told: JsonObject })[];
  total: number;
}

/** Jobs of one kind, by what they were asked for and what came of them. Everything that is said must hold. */
export interface JobsOfKind {
  kind: string;
  id?: string;
  utente?: string;
  status?: ProcessoState;
  /** What was asked for holds all of this. */
  data?: JsonObject;
  /** What was told of the outcome holds all of this, and its files are still there. */
  outcome?: JsonObject;
  /** Those whose results were taken away too. */
  withdrawn?: true;
  limit: number;
}

/** A job of a kind whose data are small: with what was asked for, and all that is kept of its outcome. */
export interface KeptJob extends Pick<JobRow, 'id' | 'title' | 'status' | 'message' | 'utente' | 'file' | 'created' | 'finished'> {
  data: unknown;
  /** As the handler answered it in `JobOutcome.data`; `null` before, and where the queue gave the job up. */
  outcome: unknown;
  otherFiles: string[];
  /** When its results were taken away. */
  withdrawn: Date | null;
}

/** The asking side, used by the API. */
export interface JobQueue {
  /** Of a kind that can be asked for. */
  definition(kind: string): JobDefinition | undefined;
  /** Throws DomainError RICHIESTA_NON_VALIDA for an unknown kind or data its definition refuses, CODA_PIENA for one too many. */
  enqueue(request: JobRequest): Promise<string>;
  /** Throws CODA_PIENA where the person may ask for no further one; to be asked before work is done for it. */
  requireRoom(utente: string, id: string, atMost: number): Promise<void>;
  /** A failed job is queued again from the start; false when it is not there or has not failed. Throws CODA_PIENA. */
  retry(id: string, atMost?: number): Promise<boolean>;
  /** Whose jobs they are, newest first. */
  list(utente: string, limit: number): Promise<JobRow[]>;
  /** Everybody's, newest first. */
  all(asked: JobsAsked): Promise<JobsFound>;
  /** Of one kind, newest first. */
  ofKind(asked: JobsOfKind): Promise<KeptJob[]>;
  find(id: string): Promise<JobRow | null>;
  /** Takes a finished job away and answers its files; `null` while it is not finished. */
  remove(id: string): Promise<string[] | null>;
  /** The same, while what was done stays known. */
  withdraw(id: string): Promise<string[] | null>;
  /** Takes a finished job off its person's list; everything of it stays. `false` while it is not finished. */
  hide(id: string): Promise<boolean>;
  /** Ends a job that is not finished: at once while it is queued, within seconds while it runs. False where it is finished or may not be cancelled. */
  cancel(id: string, by: string): Promise<boolean>;
  counts(): Promise<Record<ProcessoState, number>>;
  close(): Promise<void>;
}
