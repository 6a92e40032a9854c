import { rm } from 'node:fs/promises';
import { diskFull } from '#contracts/core/disk-full.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Job, JobContext } from '#contracts/ports/job-queue.ts';
import { endAsCancelled } from './cancel.ts';
import {
  advance,
  INTERRUPTED,
  PERSONAL_DAYS,
  RESULT_DAYS,
  startJob,
  recordFailure,
  recordResult,
  putBack,
  type ProcessoRow,
  type KindsThatWait,
} from './job-writes.ts';
import { nextInOrder } from './job-reads.ts';
import type { WriteDb } from './job-tables.ts';
import { inOrderOf, type NextStep, type JobLogger } from './bullmq.ts';

export interface JobRunDeps {
  writeDb: WriteDb;
  jobs: ReadonlyMap<string, Job>;
  /** Names this run of the workers: a job that runs under another executor was interrupted. */
  executor: string;
  /** Aborted when the worker is stopping. */
  shutdown: AbortSignal;
  /** Signals requests to cancel a running job. */
  cancellations: Cancellations;
  /** Puts a job into its queue, unless it is there. */
  requeue(id: string, kind: string): Promise<void>;
  /** Called for a job whose worker died twice while it ran. It is given up, unless it records its own end (`endsItself`). */
  onGivenUp?(job: AbandonedJob): Promise<void>;
  log: JobLogger;
  /** Runs a function in the log context of a request or an event. */
  withLogContext?: WithLogContext;
}

export type WithLogContext = <T>(correlationId: string, work: () => Promise<T>) => Promise<T>;
export const withoutLogContext: WithLogContext = (_correlationId, work) => work();

/** Milliseconds between two writes of the progress; the last progress is always written. */
const PROGRESS_PAUSE = 250;

/** Signals of running jobs, by id. */
export interface Cancellations {
  watch(id: string): { signal: AbortSignal; done(): void };
}

export type AbandonedJob = Pick<ProcessoRow, 'id' | 'tipo' | 'utente'>;

/** Thrown when the job was cancelled while it ran. */
export class JobCancelled extends Error {}

/** Deaths of its worker after which a job is given up. */
const MOST_DEATHS = 2;
export const ABANDONED = 'Interrotto due volte: non viene ripreso';

/** Runs one job, records its end and returns what the queue has to do with it. */
export async function executeProcesso(deps: JobRunDeps, id: string, isLastAttempt: boolean): Promise<NextStep> {
  if (deps.shutdown.aborted) return 'put back';
  const turns = kindsThatWait(deps);
  const start = await startJob(deps.writeDb, id, deps.executor, turns);
  if ('notStarted' in start && start.notStarted === 'another runs') return 'wait';
  // the job before it puts it into the queue again
  if ('notStarted' in start && start.notStarted === 'an earlier one waits') return 'ended';
  const end = 'started' in start ? await runWatched(deps, start.started, isLastAttempt) : 'ended';
  if (end === 'ended') await enqueueNextInOrder(deps, id, turns);
  return end;
}

/** Puts the next job of a kind in order into the queue. If that fails, the periodic check for jobs outside the queue does it. */
async function enqueueNextInOrder(deps: JobRunDeps, id: string, { inOrder }: KindsThatWait): Promise<void> {
  try {
    const next = await nextInOrder(deps.writeDb, id, inOrder);
    if (next) await deps.requeue(next.id, next.tipo);
  } catch (error) {
    deps.log.warn({ job: id, error: (error as Error).message }, 'the next job is not in the queue yet');
  }
}

async function runWatched(deps: JobRunDeps, row: ProcessoRow, isLastAttempt: boolean): Promise<NextStep> {
  const { id } = row;
  const watched = deps.cancellations.watch(id);
  try {
    return await (deps.withLogContext ?? withoutLogContext)(row.correlation_id, () => runToEnd(deps, row, isLastAttempt, watched.signal));
  } finally {
    watched.done();
  }
}

async function runToEnd(deps: JobRunDeps, row: ProcessoRow, isLastAttempt: boolean, cancel: AbortSignal): Promise<NextStep> {
  const { id } = row;
  const job = deps.jobs.get(row.tipo);
  const data = job?.definition.data.safeParse(row.dati);
  if (!job || !data?.success) {
    await recordFailure(deps.writeDb, id, 'Operazione sconosciuta a questa versione del portale.');
    return 'ended';
  }
  if (row.interrotto >= MOST_DEATHS)
    await deps.onGivenUp?.(row).catch((error: Error) => deps.log.error({ job: id, error: error.name }, 'given up'));
  if (row.interrotto >= MOST_DEATHS && !job.definition.endsItself) {
    deps.log.error({ job: id, kind: row.tipo, correlationId: row.correlation_id }, 'job given up: its worker died twice');
    await recordFailure(deps.writeDb, id, ABANDONED);
    return 'ended';
  }
  const progress = throttledProgress(deps.writeDb, id);
  const jobContext = context(row, data.data, AbortSignal.any([deps.shutdown, cancel]), progress.mark);
  try {
    if (row.annulla) throw new JobCancelled();
    // The worker may have been told to stop while the row was taken, before anything listened to the signal.
    jobContext.signal.throwIfAborted();
    return await runHandler(deps, job, jobContext, progress.flush);
  } catch (error) {
    await progress.flush();
    return row.annulla || cancel.aborted || error instanceof JobCancelled
      ? endCancelled(deps, job, jobContext)
      : afterError(deps, row, isLastAttempt, error);
  }
}

/**
 * Runs the handler and stores its result. Throws `JobCancelled` if cancelling was requested at the last moment and the result can still be
 * discarded.
 */
async function runHandler(
  deps: JobRunDeps,
  { handler, definition }: Job,
  jobContext: JobContext,
  flush: () => Promise<void>,
): Promise<NextStep> {
  const began = performance.now();
  const outcome = await handler(jobContext);
  await flush();
  const { file, otherFiles = [] } = outcome;
  const days = definition.resultDays ?? (outcome.personal === true ? PERSONAL_DAYS : RESULT_DAYS);
  const unlessCancelled = !definition.ofTheFirm && file !== undefined;
  if (!(await recordResult(deps.writeDb, jobContext.id, outcome, { days, unlessCancelled }))) {
    await Promise.all([file ?? [], otherFiles].flat().map((path) => rm(path, { force: true })));
    throw new JobCancelled();
  }
  const { id: job, correlationId } = jobContext;
  const ms = Math.round(performance.now() - began);
  deps.log.info?.({ job, kind: definition.kind, correlationId, failed: outcome.failed === true, ms }, 'job done');
  await outcome.afterwards?.().catch((error: Error) => deps.log.warn({ job, correlationId, error: error.name }, 'after a job'));
  return 'ended';
}

/** Undoes the work of a cancelled job; continues after a restart, since the request to cancel stays in the row until then. */
async function endCancelled(deps: JobRunDeps, { handler, definition }: Job, jobContext: JobContext): Promise<NextStep> {
  const { id, correlationId } = jobContext;
  try {
    if (handler.takeBack) await advance(deps.writeDb, id, 0, 'Annullamento: si toglie ciò che era nato');
    await handler.takeBack?.({ ...jobContext, signal: deps.shutdown });
  } catch (error) {
    if (deps.shutdown.aborted) {
      await putBack(deps.writeDb, id, INTERRUPTED);
      return 'put back';
    }
    deps.log.error({ job: id, kind: definition.kind, correlationId, error: (error as Error).name }, 'a cancelled job was not taken back');
    await recordFailure(deps.writeDb, id, `Annullamento non riuscito: ${why(error)}`);
    return 'ended';
  }
  await endAsCancelled(deps.writeDb, id);
  deps.log.info?.({ job: id, kind: definition.kind, correlationId }, 'job cancelled');
  return 'ended';
}

const kindsThatWait = ({ jobs }: JobRunDeps): KindsThatWait => {
  const definitions = [...jobs.values()].map(({ definition }) => definition);
  return { oneAtATime: definitions.filter((one) => one.oneAtATime).map(({ kind }) => kind), inOrder: inOrderOf(definitions) };
};

async function afterError(
  { writeDb, shutdown, log }: JobRunDeps,
  row: ProcessoRow,
  isLastAttempt: boolean,
  error: unknown,
): Promise<NextStep> {
  if (shutdown.aborted) {
    await putBack(writeDb, row.id, INTERRUPTED);
    return 'put back';
  }
  const { id, tipo, correlation_id: correlationId } = row;
  const { name, code, stack } = error as NodeJS.ErrnoException;
  // The message is not logged: messages of errors can hold names and paths.
  log.error(
    {
      job: id,
      kind: tipo,
      correlationId,
      error: name,
      code,
      stack: stack
        ?.split('\n')
        .filter((r) => /^\s+at /.test(r))
        .slice(0, 8),
    },
    'job failed',
  );
  if (isLastAttempt || permanent(error)) {
    await recordFailure(writeDb, id, why(error));
    return 'ended';
  }
  await putBack(writeDb, id, `Non riuscito, si riprova: ${why(error)}`, { asAttempt: true });
  return 'again';
}

const context = (row: ProcessoRow, data: JobContext['data'], signal: AbortSignal, progress: JobContext['progress']): JobContext => ({
  id: row.id,
  data,
  utente: row.utente,
  groupID: row.group_id,
  signal,
  progress,
  correlationId: row.correlation_id,
  attempt: row.tentativi,
});

/** Returns true for an error that another attempt would meet again, as that of a rule. */
function permanent(error: unknown): boolean {
  return error instanceof DomainError && error.status < 500;
}

function why(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (diskFull(error)) return 'Non c’è più spazio su disco per il risultato.';
  return `Errore imprevisto durante l’elaborazione${code ? ` (${code})` : ''}.`;
}

/** Writes the newest progress at most every `PROGRESS_PAUSE`, one write at a time. */
function throttledProgress(writeDb: WriteDb, id: string) {
  let pending: { percent: number; messaggio: string | null } | null = null;
  let lastWrite = 0;
  const write = async () => {
    if (!pending) return;
    const { percent, messaggio } = pending;
    pending = null;
    lastWrite = Date.now();
    await advance(writeDb, id, Math.max(0, Math.min(99, Math.floor(percent))), messaggio);
  };
  return {
    async mark(percent: number, message?: string) {
      pending = { percent, messaggio: message ?? null };
      if (Date.now() - lastWrite >= PROGRESS_PAUSE) await write();
    },
    flush: write,
  };
}
