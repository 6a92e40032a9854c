import type { StoredEvent } from '#contracts/core/events.ts';
import type { Question } from './postgres-queries.ts';
import { COLUMNS, event, type EventRow } from './postgres-rows.ts';

/** Events kept of the streams that were read last. */
const KEPT = 10_000;
/** A longer stream is read anew each time. */
const LONGEST = 2_000;

const OF_STREAM = { name: 'eventi_flusso', text: `select ${COLUMNS} from public.eventi e where e.stream = $1 and e.version > $2 and e.version <= $3 order by e.version` };
/** Past every version. */
const ALL = 2 ** 31 - 1;

export interface Streams {
  /** The events of a stream, all or up to a version. */
  read(stream: string, until?: number): Promise<StoredEvent[]>;
  /** What is known of it is not what the log has. */
  forget(stream: string): void;
}

/** Streams of the log, which only grow: of one that was read lately only what came after is asked for. */
export function rememberedStreams(ask: Question, { kept = KEPT, longest = LONGEST } = {}): Streams {
  // the last read last
  const streams = new Map<string, readonly StoredEvent[]>();
  let total = 0;

  function forget(stream: string): void {
    total -= streams.get(stream)?.length ?? 0;
    streams.delete(stream);
  }

  function keep(stream: string, events: readonly StoredEvent[]): void {
    if (events.length < (streams.get(stream)?.length ?? 0)) return;
    forget(stream);
    if (events.length === 0 || events.length > longest) return;
    streams.set(stream, events);
    total += events.length;
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
      const known = streams.get(stream) ?? [];
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
