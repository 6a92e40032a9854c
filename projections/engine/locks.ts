import { sql, type Kysely, type Transaction } from 'kysely';

/** Keys of the advisory locks (one database: they do not meet those of another portal). */
const EXECUTOR = 5_317_001;
const SWAP = 5_317_002;
const REBUILD = 5_317_003;

/** Held on a session by the one runner of the database. */
export async function executorTest(session: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<boolean> {
  const { rows } = await session.query(`select pg_try_advisory_lock(${EXECUTOR}) as preso`);
  return (rows[0] as { preso: boolean }).preso;
}

/** Whoever waits for it can have it at once, not only when the session is found to have ended. */
export async function executorEnd(session: { query(text: string): Promise<unknown> }): Promise<void> {
  await session.query(`select pg_advisory_unlock(${EXECUTOR})`);
}

/** Of a writer of the read tables: as long as its transaction lasts, they are not swapped. */
export const AGAINST_SWAP = `select pg_advisory_xact_lock_shared(${SWAP})`;

export async function againstSwap<DB>(tx: Transaction<DB>): Promise<void> {
  await sql.raw(AGAINST_SWAP).execute(tx);
}

/** The swap itself: waits for the writers at work, and keeps the next ones waiting. */
export async function forSwap<DB>(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SWAP)})`.execute(tx);
}

/** One rebuild or verification at a time: `work` runs while a session holds the lock. */
export async function aRebuild<DB, R>(db: Kysely<DB>, work: () => Promise<R>): Promise<R> {
  return db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${sql.lit(REBUILD)})`.execute(session);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(REBUILD)})`.execute(session).catch(() => {});
    }
  });
}
