import pLimit from 'p-limit';
import { sql, type Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/** Of PostgreSQL's advisory locks, ours for the rules between users and groups. */
const NUMBER = 7_204_119;

/**
 * One at a time in the whole portal: rules such as "at least one administrator" span streams, so no
 * version check can keep them. The queue of this process comes first: its waiters hold no connection.
 */
export function lock(db: Kysely<WriteDatabase>): <T>(task: () => Promise<T>) => Promise<T> {
  const inTurn = pLimit(1);
  return (task) =>
    inTurn(() =>
      db.transaction().execute(async (tx) => {
        await sql<unknown>`select pg_advisory_xact_lock(${NUMBER})`.execute(tx);
        return task();
      }),
    );
}
