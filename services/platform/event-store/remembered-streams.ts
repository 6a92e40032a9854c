import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#contracts/core/events.ts';

/** Characters kept of the streams that were read last: some ten thousand events. */
const KEPT = 10_000_000;
/** A stream that weighs more is read anew each time. */
const LONGEST = 2_000_000;

/** Estimates an event's size in memory, in characters; metadata always have about the size of the data. */
const weightOf = ({ data }: StoredEvent): number =>
  800 +
  Object.values(data).reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? JSON.stringify(value).length : 10),
    0,
  );

/** Past every version. */
const ALL = 2 ** 31 - 1;

/** The events of a stream whose versions are above `after`, up to `until`, in order; empty when there are none. */
export type Later = (stream: string, after: number, until: number) => Promise<StoredEvent[]>;

export interface Streams {
  /** The events of a stream, all or up to a version. */
  read(stream: string, until?: number): Promise<StoredEvent[]>;
  /** Drops the stream's events: they differ from the log. */
  forget(stream: string): void;
}

interface Known {
  events: readonly StoredEvent[];
  weight: number;
}

const NOTHING: Known = { events: [], weight: 0 };

/** Streams of the log, which only grow: of one that was read lately only what came after is asked for. */
export function rememberedStreams(laterOf: Later, { kept = KEPT, longest = LONGEST } = {}): Streams {
  const streams = new LRUCache<string, Known>({ maxSize: kept, maxEntrySize: longest, sizeCalculation: ({ weight }) => weight });

  function keep(stream: string, events: readonly StoredEvent[]): void {
    const before = streams.peek(stream) ?? NOTHING;
    if (events.length === 0 || events.length < before.events.length) return;
    const weight = events.slice(before.events.length).reduce((sum, one) => sum + weightOf(one), before.weight);
    // one that is too heavy is not kept, and what was kept of it goes
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
