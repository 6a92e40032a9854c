import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ReadDatabase } from '../database.ts';

/** Few enough for whoever asks meanwhile not to notice a batch. */
const ROWS = 250;

/**
 * The rows of one statement in batches. A cursor looks its tables up once and keeps their rows as
 * they were then: a rebuild may swap the read tables meanwhile, and memory holds one batch. After
 * each it rests for as long as that took: half of the time belongs to people.
 */
export async function inBatches<R>(
  db: Kysely<ReadDatabase>,
  query: RawBuilder<unknown>,
  { start, batch }: { start(): Promise<void>; batch(rows: R[]): Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // all rows will be read: the plan whose end comes first, not its beginning
      await sql`set local cursor_tuple_fraction = 1`.execute(tx);
      await sql`declare elenco no scroll cursor for ${query}`.execute(tx);
      await start();
      for (;;) {
        signal.throwIfAborted();
        const begun = performance.now();
        const { rows } = await sql<R>`fetch forward ${sql.lit(ROWS)} from elenco`.execute(tx);
        if (rows.length > 0) await batch(rows);
        if (rows.length < ROWS) return;
        await pause(performance.now() - begun, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    });
}
