import { sql, type Transaction } from 'kysely';
import type pg from 'pg';

/** Keys of the advisory locks (one database: they do not meet those of another portal). */
const EXECUTOR = 5_317_001;
const SWAP = 5_317_002;
const REBUILD = 5_317_003;

/** Held on a session by the one runner of the database. */
export async function takeExecutorLock(session: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<boolean> {
  const { rows } = await session.query(`select pg_try_advisory_lock(${EXECUTOR}) as preso`);
  return (rows[0] as { preso: boolean }).preso;
}

/** Whoever waits for it can have it at once, not only when the session is found to have ended. */
export async function releaseExecutorLock(session: { query(text: string): Promise<unknown> }): Promise<void> {
  await session.query(`select pg_advisory_unlock(${EXECUTOR})`);
}

/** Of a writer of the read tables: as long as its transaction lasts, they are not swapped. */
export const AGAINST_SWAP = sql`select pg_advisory_xact_lock_shared(${sql.lit(SWAP)})`;

/** The swap itself: waits for the writers at work, and keeps the next ones waiting. */
export async function forSwap<DB>(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SWAP)})`.execute(tx);
}

/**
 * One rebuild or verification at a time: `work` runs while a session holds the lock. `lost` is aborted
 * when the session ends before it: by then another one may have begun.
 */
export async function rebuildAlone<R>(pool: pg.Pool, work: (lost: AbortSignal) => Promise<R>): Promise<R> {
  const session = await pool.connect();
  const lost = new AbortController();
  session.on('error', () => lost.abort(new Error('the session that held the lock of the rebuild ended')));
  try {
    await session.query(`select pg_advisory_lock(${REBUILD})`);
    return await work(lost.signal);
  } finally {
    // ending the session gives the lock back
    session.release(true);
  }
}
