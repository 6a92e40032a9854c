import type { JsonObject, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { positionFromText } from './postgres-rows.ts';

/** Number of recent events kept in memory; older ones are read from the database. */
const MAX_EVENTS = 2_000;

/** Cache of this process's recent appends, so that its own readers need no query. */
export interface Recent {
  /** Adds the events of one append. `last` is the version and position of the last event. */
  add(stream: string, events: readonly NewEvent[], last: { version: number; position: string }): void;
  /** Returns at most `limit` events after this position; `null` if another process may have appended in between. */
  after(position: string, limit: number): readonly StoredEvent[] | null;
  /** Marks the beginning of an append. Returns the function to call when its answer has come. */
  begin(): () => void;
  /** Resolves when all appends in progress have their answers. */
  settled(): Promise<void>;
  /** Calls `onAppend` after each append. Returns the function that removes the watcher. */
  watch(onAppend: () => void): () => void;
}

/** Creates an empty cache. */
export function recentAppends(): Recent {
  let cachedEvents: StoredEvent[] = [];
  const watchers = new Set<() => void>();
  const underWay = new Set<Promise<void>>();
  const first = (): number => Number(cachedEvents[0]?.position ?? Number.NaN);
  return {
    add(stream, events, last) {
      const [version, position] = [last.version - events.length, Number(last.position) - events.length];
      const stored = events.map((event, i): StoredEvent => ({
        stream,
        type: event.type,
        data: asStored(event.data),
        metadata: asStored(event.metadata),
        version: version + 1 + i,
        position: positionFromText(String(position + 1 + i)),
      }));
      // a gap in the positions means that another process appended, so the cache starts anew
      const follows = cachedEvents.length === 0 || first() + cachedEvents.length === position + 1;
      cachedEvents = [...(follows ? cachedEvents : []), ...stored].slice(-MAX_EVENTS);
      for (const onAppend of watchers) onAppend();
    },
    after(position, limit) {
      if (cachedEvents.length === 0) return [];
      const from = Number(position) + 1 - first();
      return from < 0 ? null : cachedEvents.slice(from, from + limit);
    },
    begin() {
      const { promise, resolve } = Promise.withResolvers<void>();
      underWay.add(promise);
      return () => {
        underWay.delete(promise);
        resolve();
      };
    },
    async settled() {
      await Promise.all(underWay);
    },
    watch(onAppend) {
      watchers.add(onAppend);
      return () => watchers.delete(onAppend);
    },
  };
}

const inBytes = (text: string): Buffer => Buffer.from(text);

/** Returns a value as it reads back from jsonb, whose keys are sorted by byte length, then by bytes. */
export function asStored<T extends object>(value: T): T {
  return sortKeys(JSON.parse(JSON.stringify(value))) as T;
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const entries = Object.entries(value as JsonObject).map(([key, one]) => [inBytes(key), key, sortKeys(one)] as const);
  entries.sort(([a], [b]) => a.length - b.length || a.compare(b));
  return Object.fromEntries(entries.map(([, key, one]) => [key, one]));
}
