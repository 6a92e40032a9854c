import { sql, type Transaction } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { EventMetadata } from '#contracts/core/events.ts';
import { appendCopies } from '../platform/event-store/append-copies.ts';
import { groupBySize, textsOf } from './lines.ts';
import { loggedEvent, momentOf, type LoggedEvent } from './manifest.ts';

/** Number of events written in one statement. */
const TOGETHER = 500;

export interface LoadedLog {
  events: number;
  /** Position and time of the last loaded event; `null` if none was loaded. */
  last: { position: string; at: string } | null;
  /** Returns the new position of the last event at or before `old`, a position in `marks`; `null` if there is none. */
  positionOf(old: string): string | null;
}

/** Row with the position of the last event of a log in PostgreSQL. */
type LogHead = Record<'public.eventi_testa', { position: number }>;

interface Loading {
  /** Moment up to which events are loaded, in milliseconds since 1970; `null` loads all events. */
  until: number | null;
  /** Positions in the backup's log that `positionOf` must translate. */
  marks: readonly string[];
}

/**
 * Loads the events of a backup with their ids, up to the first one after `until`. A log in PostgreSQL is loaded in the transaction of the
 * tables. Another event store recognises by id the events that an interrupted run has loaded.
 */
export async function loadLog(
  content: AsyncIterable<Buffer>,
  target: { tx: Transaction<unknown>; store: EventStore },
  { until, marks }: Loading,
): Promise<LoadedLog> {
  const write = target.store.name === 'postgres' ? toTable(target.tx) : toStore(target.store);
  const newPositions = new Map<string, string>();
  const loaded: { events: number; last: LoadedLog['last'] } = { events: 0, last: null };
  let over = false;
  for await (const lines of groupBySize(textsOf(content), TOGETHER)) {
    if (over) continue;
    const events = lines.map((line) => loggedEvent.parse(JSON.parse(line)));
    const late = until === null ? -1 : events.findIndex((event) => Date.parse(momentOf(event)) > until);
    const inTime = late === -1 ? events : events.slice(0, late);
    over = late !== -1;
    if (inTime.length === 0) continue;
    const positions = await write(inTime, loaded.events);
    inTime.forEach((event, i) => {
      for (const mark of marks) if (event.position <= mark) newPositions.set(mark, positions[i]!);
    });
    loaded.events += inTime.length;
    loaded.last = { position: positions.at(-1)!, at: momentOf(inTime.at(-1)!) };
  }
  if (target.store.name === 'postgres')
    await target.tx.withTables<LogHead>().updateTable('public.eventi_testa').set({ position: loaded.events }).execute();
  return { ...loaded, positionOf: (old) => newPositions.get(old) ?? null };
}

/** Appends events to a log that has `done` events; returns the new positions. */
type Write = (events: readonly LoggedEvent[], done: number) => Promise<string[]>;

function toTable<DB>(tx: Transaction<DB>): Write {
  return async (events, done) => {
    await sql<unknown>`insert into public.eventi (position, stream, version, event_id, type, data, metadata, recorded_at)
      select ${done} + e.n, e.stream, e.version, (e.metadata ->> 'eventId')::uuid, e.type, e.data, e.metadata, e.recorded
      from jsonb_to_recordset(${JSON.stringify(events.map((event, i) => ({ ...event, recorded: momentOf(event), n: i + 1 })))}::jsonb)
        as e(n integer, stream text, version integer, type text, data jsonb, metadata jsonb, recorded timestamptz)`.execute(tx);
    return events.map((_, i) => String(done + i + 1).padStart(19, '0'));
  };
}

/** Creates the writer for an event store other than PostgreSQL. */
const toStore =
  (store: EventStore): Write =>
  (events) =>
    appendCopies(
      store,
      events.map((event) => ({ ...event, metadata: event.metadata as unknown as EventMetadata })),
    );
