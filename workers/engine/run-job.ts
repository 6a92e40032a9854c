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
  type Turns,
} from './job-writes.ts';
import { nextInOrder } from './job-reads.ts';
import type { WriteDb } from './job-tables.ts';
import { inOrderOf, type NextStep, type JobLogger } from './bullmq.ts';

export interface Executor {
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
  /** Called for a job that is given up, since its worker died twice while it ran. */
  givenUp?(job: GivenUp): Promise<void>;
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

export type GivenUp = Pick<ProcessoRow, 'id' | 'tipo' | 'utente'>;

/** Thrown when the job was cancelled while it ran. */
export class JobCancelled extends Error {}

/** Deaths of its worker after which a job is given up. */
const MOST_DEATHS = 2;
export const GIVEN_UP = 'Interrotto due volte: non viene ripreso';

/** Runs one job, records its end and returns what the queue has to do with it. */
export async function executeProcesso(e: Executor, id: string, last: boolean): Promise<NextStep> {
  if (e.shutdown.aborted) return 'put back';
  const turns = turnsOf(e);
  const start = await startJob(e.writeDb, id, e.executor, turns);
  if ('notStarted' in start && start.notStarted === 'another runs') return 'wait';
  // the job before it puts it into the queue again
  if ('notStarted' in start && start.notStarted === 'an earlier one waits') return 'ended';
  const end = 'started' in start ? await runWatched(e, start.started, last) : 'ended';
  if (end === 'ended') await passOn(e, id, turns);
  return end;
}

/** Puts the next job of a kind in order into the queue. If that fails, the regular look for jobs outside the queue does it. */
async function passOn(e: Executor, id: string, { inOrder }: Turns): Promise<void> {
  try {
    const next = await nextInOrder(e.writeDb, id, inOrder);
    if (next) await e.requeue(next.id, next.tipo);
  } catch (error) {
    e.log.warn({ job: id, error: (error as Error).message }, 'the next job is not in the queue yet');
  }
}

async function runWatched(e: Executor, row: ProcessoRow, last: boolean): Promise<NextStep> {
  const { id } = row;
  const watched = e.cancellations.watch(id);
  try {
    return await (e.withLogContext ?? withoutLogContext)(row.correlation_id, () => runToEnd(e, row, last, watched.signal));
  } finally {
    watched.done();
  }
}

async function runToEnd(e: Executor, row: ProcessoRow, last: boolean, cancel: AbortSignal): Promise<NextStep> {
  const { id } = row;
  const job = e.jobs.get(row.tipo);
  const data = job?.definition.data.safeParse(row.dati);
  if (!job || !data?.success) {
    await recordFailure(e.writeDb, id, 'Operazione sconosciuta a questa versione del portale.');
    return 'ended';
  }
  if (row.interrotto >= MOST_DEATHS)
    await e.givenUp?.(row).catch((error: Error) => e.log.error({ job: id, error: error.name }, 'given up'));
  if (row.interrotto >= MOST_DEATHS && !job.definition.endsItself) {
    e.log.error({ job: id, kind: row.tipo, correlationId: row.correlation_id }, 'job given up: its worker died twice');
    await recordFailure(e.writeDb, id, GIVEN_UP);
    return 'ended';
  }
  const progress = countProgress(e.writeDb, id);
  const working = context(row, data.data, AbortSignal.any([e.shutdown, cancel]), progress.mark);
  try {
    if (row.annulla) throw new JobCancelled();
    // The worker may have been told to stop while the row was taken, before anything listened to the signal.
    working.signal.throwIfAborted();
    return await runHandler(e, job, working, progress.flush);
  } catch (error) {
    await progress.flush();
    return row.annulla || cancel.aborted || error instanceof JobCancelled ? endCancelled(e, job, working) : afterError(e, row, last, error);
  }
}

/**
 * Runs the handler and stores its result. Throws `JobCancelled` if cancelling was requested at the last moment and the result can still be
 * discarded.
 */
async function runHandler(e: Executor, { handler, definition }: Job, working: JobContext, flush: () => Promise<void>): Promise<NextStep> {
  const began = performance.now();
  const outcome = await handler(working);
  await flush();
  const { file, otherFiles = [] } = outcome;
  const days = definition.resultDays ?? (outcome.personal === true ? PERSONAL_DAYS : RESULT_DAYS);
  const unlessCancelled = !definition.ofTheFirm && file !== undefined;
  if (!(await recordResult(e.writeDb, working.id, outcome, { days, unlessCancelled }))) {
    await Promise.all([file ?? [], otherFiles].flat().map((path) => rm(path, { force: true })));
    throw new JobCancelled();
  }
  const { id: job, correlationId } = working;
  const ms = Math.round(performance.now() - began);
  e.log.info?.({ job, kind: definition.kind, correlationId, failed: outcome.failed === true, ms }, 'job done');
  await outcome.afterwards?.().catch((error: Error) => e.log.warn({ job, correlationId, error: error.name }, 'after a job'));
  return 'ended';
}

/** Undoes the work of a cancelled job; continues after a restart, since the request to cancel stays in the row until then. */
async function endCancelled(e: Executor, { handler, definition }: Job, working: JobContext): Promise<NextStep> {
  const { id, correlationId } = working;
  try {
    if (handler.takeBack) await advance(e.writeDb, id, 0, 'Annullamento: si toglie ciò che era nato');
    await handler.takeBack?.({ ...working, signal: e.shutdown });
  } catch (error) {
    if (e.shutdown.aborted) {
      await putBack(e.writeDb, id, INTERRUPTED);
      return 'put back';
    }
    e.log.error({ job: id, kind: definition.kind, correlationId, error: (error as Error).name }, 'a cancelled job was not taken back');
    await recordFailure(e.writeDb, id, `Annullamento non riuscito: ${why(error)}`);
    return 'ended';
  }
  await endAsCancelled(e.writeDb, id);
  e.log.info?.({ job: id, kind: definition.kind, correlationId }, 'job cancelled');
  return 'ended';
}

const turnsOf = ({ jobs }: Executor): Turns => {
  const definitions = [...jobs.values()].map(({ definition }) => definition);
  return { oneAtATime: definitions.filter((one) => one.oneAtATime).map(({ kind }) => kind), inOrder: inOrderOf(definitions) };
};

async function afterError({ writeDb, shutdown, log }: Executor, row: ProcessoRow, last: boolean, error: unknown): Promise<NextStep> {
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
  if (last || permanent(error)) {
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
function countProgress(writeDb: WriteDb, id: string) {
  let expected: { percent: number; messaggio: string | null } | null = null;
  let last = 0;
  const write = async () => {
    if (!expected) return;
    const { percent, messaggio } = expected;
    expected = null;
    last = Date.now();
    await advance(writeDb, id, Math.max(0, Math.min(99, Math.floor(percent))), messaggio);
  };
  return {
    async mark(percent: number, message?: string) {
      expected = { percent, messaggio: message ?? null };
      if (Date.now() - last >= PROGRESS_PAUSE) await write();
    },
    flush: write,
  };
}
