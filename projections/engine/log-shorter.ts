import { sql, type QueryExecutorProvider } from 'kysely';
import { LogShorter } from '#contracts/ports/log-shorter.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { READ_SCHEMA } from '../database.ts';

type LogHead = Pick<EventStore, 'head'>;

/** Throws `LogShorter` if the log ends before the furthest checkpoint of the projections. */
export async function refuseShorterLog(store: LogHead, db: QueryExecutorProvider): Promise<void> {
  const made = await sql<{ there: boolean }>`select to_regclass(${`${READ_SCHEMA}.proiezioni`}) is not null as there`.execute(db);
  if (!made.rows[0]?.there) return;
  const { rows } = await sql<{ projected: string | null }>`select max(posizione) as projected
    from ${sql.table(`${READ_SCHEMA}.proiezioni`)}`.execute(db);
  await reaches(store, rows[0]?.projected ?? null);
}

/** Throws `LogShorter` if the log ends before `position`, since waiting for that position would never end. */
export async function reaches(store: LogHead, position: string | null): Promise<void> {
  if (position === null) return;
  // the head is read after the position, so a log that grows meanwhile never appears shorter
  const head = await store.head();
  if (head === null || head < position) throw new LogShorter(position, head);
}
