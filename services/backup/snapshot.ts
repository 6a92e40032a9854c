import type pg from 'pg';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import type { LoggedEvent } from './manifest.ts';

/** Number of rows fetched at once, which is as much of a table as memory holds. */
const TOGETHER = 500;

/** Consistent view of the write side at one moment, for as long as it is read. */
export interface Snapshot {
  /** Position of the last event; `null` for an empty log. */
  position: string | null;
  at: Date;
  /** Kind of event store; positions of one kind mean nothing in the other. */
  store: EventStore['name'];
  /** Reads the events in order, up to `position`. */
  log(): AsyncIterable<LoggedEvent>;
  /** Name of the write side's last applied migration. */
  migration: string;
  hasTable(name: string): Promise<boolean>;
  /** Reads the rows of a query as JSON texts, with `sorted` in bytewise order. */
  rows(text: string, sorted?: 'sorted'): AsyncGenerator<string>;
  close(): Promise<void>;
}

/**
 * Takes a snapshot in a read-only transaction. A log in the same database is read in that transaction. For another log, the head is read
 * before the tables are: a reserved number without its event is only a gap, but an event without its number would let the number be
 * given again.
 */
export async function takeSnapshot(session: pg.PoolClient, store: EventStore): Promise<Snapshot> {
  const sameDatabase = store.name === 'postgres';
  const head = sameDatabase ? null : await store.head();
  await session.query('begin isolation level repeatable read read only');
  const {
    rows: [first],
  } = await session.query<{ at: Date; position: string | null; migration: string }>(
    `select clock_timestamp() as at, (select lpad(max(position)::text, 19, '0') from public.eventi) as position,
      (select max(name) from public.migrazioni) as migration`,
  );
  // a fixed time zone gives rows the same text on every server
  await session.query(`set local timezone = 'UTC'`);
  const position = sameDatabase ? (first?.position ?? null) : head;
  return {
    position,
    at: first!.at,
    store: store.name,
    log: () => (sameDatabase ? fromTable(session) : fromStore(store, position)),
    migration: first!.migration,
    async hasTable(name) {
      const found = await session.query<{ there: boolean }>(`select to_regclass('${name}') is not null as there`);
      return found.rows[0]?.there ?? false;
    },
    rows(text, sorted) {
      const order = sorted ? ' order by to_jsonb(t)::text collate "C"' : '';
      return fetchRows<{ row: string }, string>(session, `select to_jsonb(t)::text as row from (${text}) t${order}`, ({ row }) => row);
    },
    close: async () => void (await session.query('rollback')),
  };
}

const fromTable = (session: pg.PoolClient): AsyncIterable<LoggedEvent> =>
  fetchRows<LoggedEvent, LoggedEvent>(
    session,
    `select lpad(position::text, 19, '0') as position, stream, version, type, data, metadata,
      to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded from public.eventi order by position`,
    (event) => event,
  );

async function* fromStore(store: EventStore, until: string | null): AsyncGenerator<LoggedEvent> {
  // an external event store may deliver an event twice after a reconnect
  let last = '';
  for await (const events of readUntil(store, null, until)) {
    for (const { position, stream, version, type, data, recordedData, metadata } of events) {
      if (position <= last) continue;
      last = position;
      yield { position, stream, version, type, data: recordedData ?? data, metadata: { ...metadata } };
    }
  }
}

let cursors = 0;

async function* fetchRows<R extends pg.QueryResultRow, T>(session: pg.PoolClient, text: string, convert: (row: R) => T): AsyncGenerator<T> {
  const name = `backup_${(cursors += 1)}`;
  await session.query(`declare ${name} no scroll cursor for ${text}`);
  try {
    for (;;) {
      const { rows } = await session.query<R>(`fetch ${TOGETHER} from ${name}`);
      for (const row of rows) yield convert(row);
      if (rows.length < TOGETHER) return;
    }
  } finally {
    await session.query(`close ${name}`).catch(() => undefined);
  }
}
