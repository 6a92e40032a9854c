import { sql, type Kysely, type Transaction } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { takeRunnerLock } from '#projections/engine/locks.ts';
import { refuseShorterLog } from '#projections/engine/log-shorter.ts';
import { compareLogs, type LogComparison, type Pair } from './compare-logs.ts';
import { copyLog, type CopyCounts } from './copy-log.ts';
import { holdAppends, logPlace, reopenLog, setLogPlace } from './log-place.ts';
import { READ_SCHEMA } from '#projections/database.ts';

/** Name of the columns that hold a log position, on the read side and the write side. */
const COLUMN = 'posizione';
const TABLE = 'posizioni_spostate';

interface TableName {
  table_schema: string;
  table_name: string;
}

type InformationSchema = {
  'information_schema.tables': TableName & { table_type: string };
  'information_schema.columns': TableName & { column_name: string; data_type: string };
};

/** Creates a temporary table of each event's old and new position, and returns the function that fills it. */
async function createPairs(tx: Transaction<unknown>): Promise<(pairs: readonly Pair[]) => Promise<void>> {
  // collation "C", since positions are compared bytewise
  await sql<unknown>`create temporary table ${sql.table(TABLE)} (old text collate "C" primary key, new text not null) on commit drop`.execute(
    tx,
  );
  return async (pairs) => {
    await sql<unknown>`insert into ${sql.table(TABLE)} (old, new)
      select * from unnest(${pairs.map((pair) => pair.old)}::text[], ${pairs.map((pair) => pair.new)}::text[])`.execute(tx);
  };
}

/**
 * Replaces every stored position by the same event's position in the other log. A position between two events, as in a log shared with
 * other data, becomes that of the event before it. Returns the number of changed rows by table.
 */
async function movePositions(tx: Transaction<unknown>): Promise<Record<string, number>> {
  const tables = await tx
    .withTables<InformationSchema>()
    .selectFrom('information_schema.columns as c')
    .innerJoin('information_schema.tables as t', (join) =>
      join.onRef('t.table_schema', '=', 'c.table_schema').onRef('t.table_name', '=', 'c.table_name'),
    )
    .select(['c.table_schema as schema', 'c.table_name as name'])
    .where('c.column_name', '=', COLUMN)
    .where('c.data_type', '=', 'text')
    .where('t.table_type', '=', 'BASE TABLE')
    .where('c.table_schema', 'in', ['public', READ_SCHEMA])
    .orderBy('schema')
    .orderBy('name')
    .execute();
  const counts: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const { numAffectedRows } = await sql<unknown>`update ${sql.table(`${schema}.${name}`)} t set ${sql.ref(COLUMN)} =
      (select p.new from ${sql.table(TABLE)} p where p.old <= t.${sql.ref(COLUMN)} collate "C" order by p.old desc limit 1)
      where t.${sql.ref(COLUMN)} <> ''`.execute(tx);
    counts[name] = Number(numAffectedRows ?? 0);
  }
  return counts;
}

export interface Move {
  /** Event store that holds the events before the move. */
  source: EventStore;
  /** Event store to move to; empty, or with the first events of an interrupted move. */
  target: EventStore;
  /** Database of the read and write tables. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables are asked by their names
  db: Kysely<any>;
  /** One session of the same database, for the lock that the projections' runner holds. */
  session: { query(text: string): Promise<{ rows: unknown[] }> };
  /** Name of the EventStoreDB; `null` if the events move back to PostgreSQL. */
  elsewhere: string | null;
  report(sentence: string): void;
}

export type MoveResult = CopyCounts & LogComparison & { positions: Record<string, number> };

/**
 * Moves the log to another event store. The events are copied first; the copy can be interrupted and begun again. The last step is one
 * transaction that compares both logs, translates every stored position and notes the new place. Throws if a portal runs or has written
 * meanwhile. Throws `LogShorter` if the log ends before the projected position.
 */
export async function moveLog({ source, target, db, session, elsewhere, report }: Move): Promise<MoveResult> {
  if (!(await takeRunnerLock(session))) throw new Error('A portal is running on this database: stop it first. Nothing was touched.');
  const place = await logPlace(db);
  if ((place.elsewhere === null) !== (elsewhere !== null))
    throw new Error(
      elsewhere === null
        ? 'The events of this portal are in PostgreSQL already.'
        : `The events of this portal were moved already: ${place.elsewhere}.`,
    );
  await refuseShorterLog(source, db);
  // PostgreSQL still holds the events from before the first move, and the copy continues after them
  if (elsewhere === null) await reopenLog(db);
  const copied = await copyLog(source, target, (events) => report(`${events} events`));
  report(`${copied.copied} events copied, ${copied.existing} were there; both logs are compared`);
  const rest = await db.transaction().execute(async (tx) => {
    // blocks appends to PostgreSQL until the transaction ends
    await holdAppends(tx);
    if ((await source.head()) !== copied.until)
      throw new Error('A portal wrote to the log meanwhile: stop it, then begin again. What was copied is not copied again.');
    const compared = await compareLogs(source, target, copied.until, await createPairs(tx));
    report(`equal, by count and hash of each stream: ${compared.events} events in ${compared.streams} streams`);
    const positions = await movePositions(tx);
    await setLogPlace(tx, elsewhere);
    return { ...compared, positions };
  });
  return { ...copied, ...rest };
}
