import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { ReadDatabase } from '../database.ts';

/** Few enough for whoever asks meanwhile not to notice a batch. */
const ROWS = 250;

type Inside = Transaction<ReadDatabase>;

/**
 * Opens a cursor within a transaction. It looks its tables up once and keeps their rows as they
 * were then: a rebuild may swap the read tables meanwhile.
 */
export async function openCursor(tx: Inside, name: string, query: RawBuilder<unknown>): Promise<void> {
  // all rows will be read: the plan whose end comes first, not its beginning
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`declare ${sql.id(name)} no scroll cursor for ${query}`.execute(tx);
}

/**
 * The rows of a cursor, a batch in memory at a time. After each it rests for as long as that took:
 * half of the time belongs to people.
 */
export async function* batchesOf<R>(tx: Inside, name: string, signal: AbortSignal): AsyncGenerator<R[]> {
  for (;;) {
    signal.throwIfAborted();
    const begun = performance.now();
    const { rows } = await sql<R>`fetch forward ${sql.lit(ROWS)} from ${sql.id(name)}`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    await pause(performance.now() - begun, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** The rows of one statement in batches. */
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
      await openCursor(tx, 'elenco', query);
      await start();
      for await (const rows of batchesOf<R>(tx, 'elenco', signal)) await batch(rows);
    });
}
