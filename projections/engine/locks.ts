import { sql, type Kysely, type Transaction } from 'kysely';

/** Keys of the advisory locks (one database: they do not meet those of another portal). */
const ESECUTORE = 5_317_001;
const SCAMBIO = 5_317_002;
const RICOSTRUZIONE = 5_317_003;

/** Held on a session by the one runner of the database. */
export async function provaEsecutore(session: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<boolean> {
  const { rows } = await session.query(`select pg_try_advisory_lock(${ESECUTORE}) as preso`);
  return (rows[0] as { preso: boolean }).preso;
}

/** A writer of the read tables: as long as its transaction lasts, they are not swapped. */
export async function controScambio<DB>(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(SCAMBIO)})`.execute(tx);
}

/** The swap itself: waits for the writers at work, and keeps the next ones waiting. */
export async function perScambio<DB>(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SCAMBIO)})`.execute(tx);
}

/** One rebuild or verification at a time: `lavoro` runs while a session holds the lock. */
export async function unaRicostruzione<DB, R>(db: Kysely<DB>, lavoro: () => Promise<R>): Promise<R> {
  return db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${sql.lit(RICOSTRUZIONE)})`.execute(session);
    try {
      return await lavoro();
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(RICOSTRUZIONE)})`.execute(session).catch(() => {});
    }
  });
}
