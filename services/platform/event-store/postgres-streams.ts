import type { StoredEvent } from '#contracts/core/events.ts';
import type { Question } from './postgres-queries.ts';
import { COLUMNS, event, type EventRow } from './postgres-rows.ts';

/** Characters kept of the streams that were read last: some ten thousand events. */
const KEPT = 10_000_000;
/** A stream that weighs more is read anew each time. */
const LONGEST = 2_000_000;

/** What an event weighs in memory, in characters; its metadata are always about as much. */
const weightOf = ({ data }: StoredEvent): number =>
  800 +
  Object.values(data).reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? JSON.stringify(value).length : 10),
    0,
  );

const OF_STREAM = {
  name: 'eventi_flusso',
  text: `select ${COLUMNS} from public.eventi e where e.stream = $1 and e.version > $2 and e.version <= $3 order by e.version`,
};
/** Past every version. */
const ALL = 2 ** 31 - 1;

export interface Streams {
  /** The events of a stream, all or up to a version. */
  read(stream: string, until?: number): Promise<StoredEvent[]>;
  /** What is known of it is not what the log has. */
  forget(stream: string): void;
}

interface Known {
  events: readonly StoredEvent[];
  weight: number;
}

const NOTHING: Known = { events: [], weight: 0 };

/** Streams of the log, which only grow: of one that was read lately only what came after is asked for. */
export function rememberedStreams(ask: Question, { kept = KEPT, longest = LONGEST } = {}): Streams {
  // the last read last
  const streams = new Map<string, Known>();
  let total = 0;

  function forget(stream: string): void {
    total -= streams.get(stream)?.weight ?? 0;
    streams.delete(stream);
  }

  function keep(stream: string, events: readonly StoredEvent[]): void {
    const before = streams.get(stream) ?? NOTHING;
    if (events.length < before.events.length) return;
    const weight = events.slice(before.events.length).reduce((sum, one) => sum + weightOf(one), before.weight);
    forget(stream);
    if (events.length === 0 || weight > longest) return;
    streams.set(stream, { events, weight });
    total += weight;
    for (const oldest of streams.keys()) {
      if (total <= kept) break;
      forget(oldest);
    }
  }

  async function ofLog(stream: string, after: number, until: number): Promise<StoredEvent[]> {
    return (await ask<EventRow>({ ...OF_STREAM, values: [stream, after, until] })).map(event);
  }

  return {
    async read(stream, until = ALL) {
      const known = (streams.get(stream) ?? NOTHING).events;
      if (until <= known.length) {
        keep(stream, known);
        return known.slice(0, Math.max(until, 0));
      }
      const later = await ofLog(stream, known.length, until);
      const all = [...known, ...later];
      keep(stream, all);
      return all.slice();
    },
    forget,
  };
}
