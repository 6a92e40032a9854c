import pLimit from 'p-limit';
import type { Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/** Key of the advisory lock for the rules that span users and groups. */
const NUMBER = 7_204_119;

/**
 * Creates a function that runs one task at a time in the whole portal. Rules such as "at least one administrator" span streams, so the
 * check of a stream's version cannot keep them. Tasks of this process wait in a local queue first, so that they hold no connection.
 */
export function lock(db: Kysely<WriteDatabase>): <T>(task: () => Promise<T>) => Promise<T> {
  const inTurn = pLimit(1);
  return (task) =>
    inTurn(() =>
      db.transaction().execute(async (tx) => {
        await tx.selectNoFrom(({ fn, lit }) => fn('pg_advisory_xact_lock', [lit(NUMBER)]).as('locked')).execute();
        return task();
      }),
    );
}
