import { LogShorter } from '#contracts/ports/log-shorter.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { READ_SCHEMA } from '../database.ts';
import { readTables, runStatement, type QueryRunner } from '../database/compiled.ts';

type LogHead = Pick<EventStore, 'head'>;

/** Throws `LogShorter` if the log ends before the furthest checkpoint of the projections. */
export async function refuseShorterLog(store: LogHead, db: QueryRunner): Promise<void> {
  const [table] = await runStatement(
    db,
    readTables.selectNoFrom(({ fn, val }) => fn<string | null>('to_regclass', [val(`${READ_SCHEMA}.proiezioni`)]).as('found')),
  );
  if (!table?.found) return;
  const checkpoints = readTables.withSchema(READ_SCHEMA).selectFrom('proiezioni');
  const [furthest] = await runStatement(
    db,
    checkpoints.select(({ fn }) => fn.max('posizione').as('projected')),
  );
  await reaches(store, furthest?.projected ?? null);
}

/** Throws `LogShorter` if the log ends before `position`, since waiting for that position would never end. */
export async function reaches(store: LogHead, position: string | null): Promise<void> {
  if (position === null) return;
  // the head is read after the position, so a log that grows meanwhile never appears shorter
  const head = await store.head();
  if (head === null || head < position) throw new LogShorter(position, head);
}
