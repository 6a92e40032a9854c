import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict, type Append, type AppendResult, type EventStore } from '#contracts/ports/event-store.ts';
import { appendInTurn } from './append-in-turn.ts';

/** A log over another: appended events are read again from memory, and are not in the log until `write`. */
export interface HeldStore extends EventStore {
  /** Writes the events held, in their order. Answers the position of the last; `null` where none is held. */
  write(): Promise<string | null>;
}

interface Options {
  /** Told each event that is held. */
  noting?: (event: NewEvent) => void;
  /** Keeps what was read and written in memory: for whoever is the only writer of its streams for a while. */
  remember?: boolean;
}

/** Holds appends over `store`. Versions are checked at the append, and again by the log when they are written. */
export function heldStore(store: EventStore, { noting = () => undefined, remember = false }: Options = {}): HeldStore {
  const streams = new Map<string, readonly StoredEvent[]>();
  let held: Append[] = [];

  async function read(stream: string): Promise<readonly StoredEvent[]> {
    const known = streams.get(stream);
    if (known) return known;
    const events = await store.read(stream);
    if (remember) streams.set(stream, events);
    return events;
  }

  async function append(...[stream, events, expected]: Parameters<EventStore['append']>): Promise<AppendResult> {
    // a stream that is said to be new is not read: the log refuses it when it is written
    const before = expected === 'none' && !streams.has(stream) ? [] : await read(stream);
    const version = before.length;
    if (expected !== 'any' && (expected === 'none' ? 0 : expected) !== version) throw new VersionConflict(stream, expected, version);
    const stored = events.map((event, i) => ({ ...event, stream, version: version + 1 + i, position: '' }));
    streams.set(stream, [...before, ...stored]);
    held.push({ stream, events, expected });
    events.forEach(noting);
    return { version: version + events.length, position: '' };
  }

  return {
    ...store,
    name: 'memory',
    append,
    appendAll: appendInTurn(append),
    async read(stream, until) {
      const events = await read(stream);
      return until === undefined ? events.slice() : events.filter(({ version }) => version <= until);
    },
    async write() {
      const written = held;
      held = [];
      if (!remember) streams.clear();
      return (await store.appendAll(written)).at(-1)?.position ?? null;
    },
  };
}
