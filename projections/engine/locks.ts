import type { Transaction } from 'kysely';
import type pg from 'pg';
import { readTables } from '../database/compiled.ts';

/** Keys of the advisory locks. PostgreSQL scopes them to one database, so they cannot collide with another portal's. */
const EXECUTOR = 5_317_001;
const SWAP = 5_317_002;
const REBUILD = 5_317_003;

/** Tries to take the runner's lock for a session, without waiting; returns false if another runner holds it. */
export async function takeRunnerLock(session: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<boolean> {
  const { rows } = await session.query(`select pg_try_advisory_lock(${EXECUTOR}) as preso`);
  return (rows[0] as { preso: boolean }).preso;
}

/** Releases the runner's lock, so that a waiting runner gets it before PostgreSQL notices the end of the session. */
export async function releaseRunnerLock(session: { query(text: string): Promise<unknown> }): Promise<void> {
  await session.query(`select pg_advisory_unlock(${EXECUTOR})`);
}

/** Statement that blocks a swap of the read tables until the writer's transaction ends. */
export const AGAINST_SWAP = readTables
  .selectNoFrom(({ fn, lit }) => fn('pg_advisory_xact_lock_shared', [lit(SWAP)]).as('locked'))
  .compile();

/** Takes the lock of a table swap: waits for the current writers, and blocks new ones until the transaction ends. */
export async function forSwap<DB>(tx: Transaction<DB>): Promise<void> {
  await tx.selectNoFrom(({ fn, lit }) => fn('pg_advisory_xact_lock', [lit(SWAP)]).as('locked')).execute();
}

/**
 * Runs `work` while a session holds the lock of rebuilds and verifications, so that only one runs at a time. `lost` is aborted if the session
 * ends before `work`, since another rebuild may then have begun.
 */
export async function rebuildAlone<R>(pool: pg.Pool, work: (lost: AbortSignal) => Promise<R>): Promise<R> {
  const session = await pool.connect();
  const lost = new AbortController();
  session.on('error', () => lost.abort(new Error('the session that held the lock of the rebuild ended')));
  try {
    await session.query(`select pg_advisory_lock(${REBUILD})`);
    return await work(lost.signal);
  } finally {
    // the end of the session releases the lock
    session.release(true);
  }
}
