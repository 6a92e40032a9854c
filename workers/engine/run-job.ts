import { diskFull } from '#contracts/core/disk-full.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import {
  advance,
  INTERRUPTED,
  PERSONAL_DAYS,
  RESULT_DAYS,
  start,
  fail,
  succeed,
  putBack,
  waitsItsTurn,
  type ProcessoRow,
  type WriteDb,
} from './processi.ts';
import type { End, Register } from './bullmq.ts';

export interface ReadyJob {
  definition: JobDefinition;
  handler: JobHandler;
}

export interface Executor {
  writeDb: WriteDb;
  jobs: ReadonlyMap<string, ReadyJob>;
  /** Aborted when the worker is stopping. */
  shutdown: AbortSignal;
  log: Register;
  /** Runs what belongs to a request or an event so that every line of the log says whose it is. */
  within?: Within;
}

export type Within = <T>(correlationId: string, work: () => Promise<T>) => Promise<T>;
export const plainly: Within = (_correlationId, work) => work();

/** Progress is written at most this often, in milliseconds; the last word always is. */
const PROGRESS_PAUSE = 250;

/** Runs one job and records how it went; what the queue has to do with it is the answer. */
export async function executeProcesso(e: Executor, id: string, last: boolean): Promise<End> {
  if (e.shutdown.aborted) return 'rimetti';
  if (await waitsItsTurn(e.writeDb, id, oneAtATimeKinds(e))) return 'wait';
  const row = await start(e.writeDb, id);
  if (!row) return 'finito';
  return (e.within ?? plainly)(row.correlation_id, () => done(e, row, last));
}

async function done(e: Executor, row: ProcessoRow, last: boolean): Promise<End> {
  const { id, correlation_id: correlationId, tipo: kind } = row;
  const began = performance.now();
  const job = e.jobs.get(row.tipo);
  const data = job?.definition.data.safeParse(row.dati);
  if (!job || !data?.success) {
    await fail(e.writeDb, id, 'Operazione sconosciuta a questa versione del portale.');
    return 'finito';
  }
  const progress = countProgress(e.writeDb, id);
  try {
    // the worker may have been told to stop while the row was taken: who listens only now would never hear it
    e.shutdown.throwIfAborted();
    const outcome = await job.handler(context(row, data.data, e.shutdown, progress.mark));
    await progress.fine();
    await succeed(e.writeDb, id, outcome, job.definition.resultDays ?? (outcome.personal === true ? PERSONAL_DAYS : RESULT_DAYS));
    e.log.info?.({ job: id, kind, correlationId, failed: outcome.failed === true, ms: Math.round(performance.now() - began) }, 'job done');
    await outcome.afterwards?.().catch((error: Error) => e.log.warn({ job: id, correlationId, error: error.name }, 'after a job'));
    return 'finito';
  } catch (error) {
    await progress.fine();
    return afterError(e, row, last, error);
  }
}

const oneAtATimeKinds = ({ jobs }: Executor): string[] =>
  [...jobs.values()].filter(({ definition }) => definition.oneAtATime).map(({ definition }) => definition.kind);

async function afterError({ writeDb, shutdown, log }: Executor, row: ProcessoRow, last: boolean, error: unknown): Promise<End> {
  if (shutdown.aborted) {
    await putBack(writeDb, row.id, INTERRUPTED, false);
    return 'rimetti';
  }
  const { id, tipo, correlation_id: correlationId } = row;
  const { name, code, stack } = error as NodeJS.ErrnoException;
  // messages of errors can hold names and paths: places in the code do not
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
    await fail(writeDb, id, why(error));
    return 'finito';
  }
  await putBack(writeDb, id, `Non riuscito, si riprova: ${why(error)}`, true);
  return 'riprova';
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

/** What breaks a rule breaks it again. */
function permanent(error: unknown): boolean {
  return error instanceof DomainError && error.status < 500;
}

function why(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (diskFull(error)) return 'Non c’è più spazio su disco per il risultato.';
  return `Errore imprevisto durante l’elaborazione${code ? ` (${code})` : ''}.`;
}

/** Writes the newest progress, seldom, one write at a time. */
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
    fine: write,
  };
}
