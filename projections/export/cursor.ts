import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Expression, type Kysely, type Transaction } from 'kysely';
import type { ReadDatabase } from '../database.ts';

/** Rows per batch; few enough that a batch does not delay concurrent requests noticeably. */
const ROWS = 250;

type Inside = Transaction<ReadDatabase>;

/**
 * Opens a cursor within a transaction. The cursor resolves table names once and keeps the rows of that moment, so a rebuild may swap the read
 * tables while the cursor is read.
 */
export async function openCursor(tx: Inside, name: string, query: Expression<unknown>): Promise<void> {
  // all rows will be read, so the planner must minimise the total time, not the time of the first rows
  await sql<never>`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql<never>`declare ${sql.id(name)} no scroll cursor for ${query}`.execute(tx);
}

/**
 * Yields the rows of a cursor in batches, one in memory at a time. After each batch, the generator pauses for as long as the batch took. This
 * leaves half of the time to interactive requests.
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

/** Passes the rows of one statement to `batch`, a batch at a time. */
export async function inBatches<R>(
  db: Kysely<ReadDatabase>,
  query: Expression<unknown>,
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
