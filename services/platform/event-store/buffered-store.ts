import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict, type Append, type AppendResult, type EventStore } from '#contracts/ports/event-store.ts';
import { appendInTurn } from './append-in-turn.ts';

/** Event store that holds appended events in memory until `write` appends them to the underlying log. Reads include the held events. */
export interface BufferedStore extends EventStore {
  /** Writes the held events in order. Returns the position of the last one; `null` if none are held. */
  write(): Promise<string | null>;
}

interface Options {
  /** Called with each held event. */
  noting?: (event: NewEvent) => void;
  /** Keeps all read and written streams in memory. Only for a caller that is the sole writer of these streams meanwhile. */
  remember?: boolean;
}

/** Creates a store that holds appends. Expected versions are checked at the append, and again by the log at `write`. */
export function bufferedStore(store: EventStore, { noting = () => undefined, remember = false }: Options = {}): BufferedStore {
  const streams = new Map<string, readonly StoredEvent[]>();
  let pendingAppends: Append[] = [];

  async function read(stream: string): Promise<readonly StoredEvent[]> {
    const known = streams.get(stream);
    if (known) return known;
    const events = await store.read(stream);
    if (remember) streams.set(stream, events);
    return events;
  }

  async function append(...[stream, events, expected]: Parameters<EventStore['append']>): Promise<AppendResult> {
    // a stream that the caller expects to be new is not read, since the log checks the version at `write`
    const before = expected === 'none' && !streams.has(stream) ? [] : await read(stream);
    const version = before.length;
    if (expected !== 'any' && (expected === 'none' ? 0 : expected) !== version) throw new VersionConflict(stream, expected, version);
    const stored = events.map((event, i) => ({ ...event, stream, version: version + 1 + i, position: '' }));
    streams.set(stream, [...before, ...stored]);
    pendingAppends.push({ stream, events, expected });
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
      const written = pendingAppends;
      pendingAppends = [];
      if (!remember) streams.clear();
      return (await store.appendAll(written)).at(-1)?.position ?? null;
    },
  };
}
