import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#contracts/core/events.ts';

/** Size of the cache in characters, enough for some ten thousand events. */
const CACHE_CHARACTERS = 10_000_000;
/** Largest size in characters of a stream that is cached. */
const LONGEST = 2_000_000;

/** Estimates an event's size in memory, in characters; metadata always have about the size of the data. */
const weightOf = ({ data }: StoredEvent): number =>
  800 +
  Object.values(data).reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? JSON.stringify(value).length : 10),
    0,
  );

/** Upper bound above all versions. */
const ALL = 2 ** 31 - 1;

/** Reads the events of a stream with versions above `after` and up to `until`, in order; empty if there are none. */
export type Later = (stream: string, after: number, until: number) => Promise<StoredEvent[]>;

export interface Streams {
  /** Reads the events of a stream, all or up to the version `until`. */
  read(stream: string, until?: number): Promise<StoredEvent[]>;
  /** Drops a stream from the cache, for example after a version conflict. */
  forget(stream: string): void;
}

interface CachedStream {
  events: readonly StoredEvent[];
  weight: number;
}

const NOTHING: CachedStream = { events: [], weight: 0 };

/** Creates a cache of recently read streams. The log is append-only, so only the events after the cached ones are read. */
export function streamCache(laterOf: Later, { kept = CACHE_CHARACTERS, longest = LONGEST } = {}): Streams {
  const streams = new LRUCache<string, CachedStream>({ maxSize: kept, maxEntrySize: longest, sizeCalculation: ({ weight }) => weight });

  function keep(stream: string, events: readonly StoredEvent[]): void {
    const before = streams.peek(stream) ?? NOTHING;
    if (events.length === 0 || events.length < before.events.length) return;
    const weight = events.slice(before.events.length).reduce((sum, one) => sum + weightOf(one), before.weight);
    // the LRU cache refuses an entry above `longest` and also drops the stream's previous entry
    streams.set(stream, { events, weight });
  }

  return {
    async read(stream, until = ALL) {
      const known = (streams.get(stream) ?? NOTHING).events;
      if (until <= known.length) return known.slice(0, Math.max(until, 0));
      const later = await laterOf(stream, known.length, until);
      const all = [...known, ...later];
      keep(stream, all);
      return all.slice();
    },
    forget: (stream) => void streams.delete(stream),
  };
}
