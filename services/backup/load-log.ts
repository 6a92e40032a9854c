import { sql, type Transaction } from 'kysely';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { EventMetadata } from '#contracts/core/events.ts';
import { appendCopies } from '../platform/event-store/append-copies.ts';
import { grouped, textsOf } from './lines.ts';
import { loggedEvent, momentOf, type LoggedEvent } from './manifest.ts';

/** Events in one statement. */
const TOGETHER = 500;

export interface LoadedLog {
  events: number;
  /** Position and moment of the last; `null`: none. */
  last: { position: string; at: string } | null;
  /** Returns this log's position for one of the backup's log: that of the last event before it. `null` before the first. */
  positionOf(old: string): string | null;
}

interface Loading {
  /** Milliseconds; `null`: all of it. */
  until: number | null;
  /** Positions that are asked for afterwards. */
  marks: readonly string[];
}

/**
 * Every event as it was, under its own id, up to the first one after the moment asked for. In
 * PostgreSQL with the tables, in one transaction; another log takes an event that it has already as
 * one and the same.
 */
export async function loadLog<DB>(
  content: AsyncIterable<Buffer>,
  target: { tx: Transaction<DB>; store: EventStore },
  { until, marks }: Loading,
): Promise<LoadedLog> {
  const write = target.store.name === 'postgres' ? toTable(target.tx) : toStore(target.store);
  const found = new Map<string, string>();
  const loaded: { events: number; last: LoadedLog['last'] } = { events: 0, last: null };
  let over = false;
  for await (const lines of grouped(textsOf(content), TOGETHER)) {
    if (over) continue;
    const events = lines.map((line) => loggedEvent.parse(JSON.parse(line)));
    const late = until === null ? -1 : events.findIndex((event) => Date.parse(momentOf(event)) > until);
    const taken = late === -1 ? events : events.slice(0, late);
    over = late !== -1;
    if (taken.length === 0) continue;
    const positions = await write(taken, loaded.events);
    taken.forEach((event, i) => {
      for (const mark of marks) if (event.position <= mark) found.set(mark, positions[i]!);
    });
    loaded.events += taken.length;
    loaded.last = { position: positions.at(-1)!, at: momentOf(taken.at(-1)!) };
  }
  if (target.store.name === 'postgres') await sql`update public.eventi_testa set position = ${loaded.events}`.execute(target.tx);
  return { ...loaded, positionOf: (old) => found.get(old) ?? null };
}

/** Writes events behind the first `done` of the log; answers their positions. */
type Write = (events: readonly LoggedEvent[], done: number) => Promise<string[]>;

function toTable<DB>(tx: Transaction<DB>): Write {
  return async (events, done) => {
    await sql`insert into public.eventi (position, stream, version, event_id, type, data, metadata, recorded_at)
      select ${done} + e.n, e.stream, e.version, (e.metadata ->> 'eventId')::uuid, e.type, e.data, e.metadata, e.recorded
      from jsonb_to_recordset(${JSON.stringify(events.map((event, i) => ({ ...event, recorded: momentOf(event), n: i + 1 })))}::jsonb)
        as e(n integer, stream text, version integer, type text, data jsonb, metadata jsonb, recorded timestamptz)`.execute(tx);
    return events.map((_, i) => String(done + i + 1).padStart(19, '0'));
  };
}

// what another log of this portal held
const toStore =
  (store: EventStore): Write =>
  (events) =>
    appendCopies(
      store,
      events.map((event) => ({ ...event, metadata: event.metadata as unknown as EventMetadata })),
    );
