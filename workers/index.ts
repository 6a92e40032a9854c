import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Job } from '#contracts/ports/job-queue.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { executeProcesso, JobCancelled, type AbandonedJob, type WithLogContext, type Cancellations } from './engine/run-job.ts';
import { cleanResults } from './engine/cleanup.ts';
import { consume, inOrderOf, type Consumer, type Addresses, type JobLogger } from './engine/bullmq.ts';
import { open } from './engine/job-reads.ts';
import type { WriteDb } from './engine/job-tables.ts';
import { startReactors, type EventReactor } from './engine/reactors.ts';
import { cancelAsked } from './engine/cancel.ts';

/** Milliseconds between two looks for requests to cancel, which any process may have written. */
const LOOK_MS = 500;

/** Watches for requests to cancel jobs that run in this process; asks the database nothing while none runs. */
function watchCancellations(writeDb: WriteDb, log: JobLogger): Cancellations & { stop(): void } {
  const running = new Map<string, AbortController>();
  let looking = false;
  const look = async (): Promise<void> => {
    if (running.size === 0 || looking) return;
    looking = true;
    try {
      for (const id of await cancelAsked(writeDb, [...running.keys()])) running.get(id)?.abort(new JobCancelled());
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'cancelled jobs were not looked for');
    } finally {
      looking = false;
    }
  };
  const clock = setInterval(() => void look(), LOOK_MS);
  clock.unref();
  return {
    watch(id) {
      const stop = new AbortController();
      running.set(id, stop);
      return { signal: stop.signal, done: () => void running.delete(id) };
    },
    stop: () => clearInterval(clock),
  };
}

export type WorkersOptions = Addresses & {
  writeDb: WriteDb;
  /** Kinds of jobs to run, with their handlers. */
  jobs: readonly Job[];
  /** The log to follow, and the reactions to its events. */
  reactions?: { store: EventStore; reactors: readonly EventReactor[] };
  resultsFolder: string;
  log: JobLogger;
  /** Runs a function in the log context of the request or event that caused it. */
  within?: WithLogContext;
  /** Called for a job that is given up, since its worker died twice while it ran. */
  onGivenUp?: (job: AbandonedJob) => Promise<void>;
  /** Work that one of all workers does every so many milliseconds. */
  periodic?: readonly { name: string; every: number; run(): Promise<void> }[];
  /** Jobs side by side in each lane of this process. */
  concurrency?: number;
  /** Milliseconds after which a dead worker's job is taken up by another. */
  lockDuration?: number;
};

/** Milliseconds. A lock is renewed at half of it: the job of a killed worker is taken up within ten seconds of the next start. */
const LOCK_DURATION = 5000;
const EVERY_SIX_HOURS = 6 * 3_600_000;
const OPEN_AT_ONCE = 500;

/** Takes jobs until stopped; stopping puts unfinished ones back in the queue. */
export async function startWorkers(options: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  const { writeDb, log, within, concurrency = 1, lockDuration = LOCK_DURATION } = options;
  const caused = within ? { within } : {};
  const resultsFolder = resolve(options.resultsFolder);
  const definitions = options.jobs.map(({ definition }) => definition);
  const jobs = new Map(options.jobs.map((one) => [one.definition.kind, one]));
  const shutdown = new AbortController();
  const cancellations = watchCancellations(writeDb, log);
  const executor = randomUUID();
  const givenUpHandler = options.onGivenUp ? { onGivenUp: options.onGivenUp } : {};
  const requeue: Consumer['requeue'] = async (id, kind) => (await started).requeue(id, kind);
  const started = consume({
    writeDb,
    definitions,
    postgresUrl: options.postgresUrl,
    redisUrl: options.redisUrl,
    concurrency,
    lockDuration,
    log,
    run: (id, last) =>
      executeProcesso(
        { writeDb, jobs, executor, cancellations, shutdown: shutdown.signal, log, requeue, ...caused, ...givenUpHandler },
        id,
        last,
      ),
    periodic: [
      { name: 'pulizia-risultati', every: EVERY_SIX_HOURS, run: () => cleanResults(writeDb, definitions, resultsFolder) },
      ...(options.periodic ?? []),
    ],
  });
  const consumer = await started;
  const inOrder = inOrderOf(definitions);
  const reconciling = repeat(() => reconcile(writeDb, inOrder, requeue), lockDuration, log);
  const reactors = options.reactions && (await startReactors({ ...options.reactions, writeDb, log, ...caused }));
  return {
    async stop() {
      await reactors?.stop();
      await reconciling.stop();
      await consumer.stop(() => shutdown.abort());
      cancellations.stop();
    },
  };
}

/** Enqueues open jobs that the queue does not know, since it was unreachable or emptied: the rows hold the truth. */
async function reconcile(writeDb: WriteDb, inOrder: readonly string[], requeue: Consumer['requeue']): Promise<void> {
  for (const { id, tipo } of await open(writeDb, inOrder, OPEN_AT_ONCE)) await requeue(id, tipo);
}

/** Repeats the work every so many milliseconds, never two runs at once; a failure is logged and left to the next run. */
function repeat(work: () => Promise<void>, every: number, log: JobLogger): { stop(): Promise<void> } {
  let stopped = false;
  let clock: NodeJS.Timeout | undefined;
  const once = async (): Promise<void> => {
    await work().catch((error: Error) => log.warn({ error: error.message }, 'jobs to be queued again'));
    if (!stopped) clock = setTimeout(() => (underWay = once()), every);
  };
  let underWay = once();
  return {
    async stop() {
      stopped = true;
      clearTimeout(clock);
      await underWay;
    },
  };
}
