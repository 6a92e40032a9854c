import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Upcasts } from '#contracts/core/events.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import { StalePosition } from './batch.ts';
import { openDatabase, READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { describeError } from './failures.ts';
import { follow } from './follow.ts';
import { releaseRunnerLock, takeRunnerLock } from './locks.ts';
import { withSignature, prepareTables, type SignedProjection } from './preparation.ts';
import type { Projection } from './projection.ts';

export interface ProjectionRun {
  store: ReadableLog;
  url: string;
  projections: readonly Projection[];
  upcasts: Upcasts;
  log: Logger;
  /** Called after each batch with the position that every active projection has passed, so that waiting requests need no query. */
  passed?: (position: string) => void;
  /** Tells whether a request of this process waits for the read tables. */
  awaited?: () => boolean;
  /** True if lists are read from a replica of this database. */
  replicated?: boolean;
}

const LOCK_WAIT_MS = 300;
const FIRST_WAIT_MS = 200;
const LAST_WAIT_MS = 5_000;

/**
 * Starts the runner, which keeps the read tables up to date until `stop`. Resolves after its first attempt: the tables exist, another runner
 * holds the lock, or it failed and goes on trying.
 */
export async function startProjections(run: ProjectionRun): Promise<{ stop(): Promise<void> }> {
  const end = new AbortController();
  const ready = Promise.withResolvers<void>();
  const signed = await withSignature(run.projections);
  const work = runUntilStopped(run, signed, end.signal, ready.resolve);
  await ready.promise;
  return {
    async stop() {
      end.abort();
      await work;
    },
  };
}

/** Runs the projections until the signal is aborted. A failure never ends the process: the runner waits and starts again. */
async function runUntilStopped(
  { store, url, upcasts, log, passed, awaited, replicated = false }: ProjectionRun,
  signed: readonly SignedProjection[],
  signal: AbortSignal,
  ready: () => void,
): Promise<void> {
  const { db, pool } = openDatabase<ReadDatabase>({ url, max: 4, pipeline: true });
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      await whileHoldingLock({ pool, log, signal, ready }, async (whileLocked) => {
        await prepareTables(db, READ_SCHEMA, signed);
        ready();
        await follow({
          store,
          db,
          pool,
          signed,
          upcasts,
          log,
          signal: whileLocked,
          againstSwaps: true,
          replicated,
          ...(awaited && { awaited }),
          advanced: (position) => {
            wait = FIRST_WAIT_MS;
            if (position !== null) passed?.(position);
          },
        });
      });
    } catch (error) {
      ready();
      if (signal.aborted) break;
      if (error instanceof StalePosition) continue;
      log.warn({ error: describeError(error), wait }, 'projections interrupted, trying again');
      await pause(wait, undefined, { signal }).catch(() => {});
      wait = Math.min(wait * 2, LAST_WAIT_MS);
    }
  }
  await db.destroy();
}

interface Session {
  pool: ReturnType<typeof openDatabase>['pool'];
  log: Logger;
  signal: AbortSignal;
  ready: () => void;
}

/** Runs `work` while a session holds the runner's lock; losing the session ends it. */
async function whileHoldingLock({ pool, log, signal, ready }: Session, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const session = await pool.connect();
  const lost = new AbortController();
  session.on('error', (error) => lost.abort(error));
  try {
    for (let round = 0; !(await takeRunnerLock(session)); round += 1) {
      if (round === 0) log.info('another runner keeps the read tables, waiting for it to end');
      ready();
      await pause(LOCK_WAIT_MS, undefined, { signal });
    }
    await work(AbortSignal.any([signal, lost.signal]));
    if (lost.signal.aborted) throw lost.signal.reason;
  } finally {
    if (!lost.signal.aborted) await releaseRunnerLock(session).catch(() => {});
    // the end of the session releases the lock in any case
    session.release(true);
  }
}
