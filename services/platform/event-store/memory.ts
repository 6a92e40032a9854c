import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import { appendInTurn } from './append-in-turn.ts';
import { createBell, type Bell } from './timeouts.ts';
import { checkEvents, reusedIds } from './checks.ts';
import { BATCH } from './follow.ts';

const FOREVER = 2 ** 31 - 1;

const position = (n: number) => String(n).padStart(19, '0');
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const idOf = (event: NewEvent) => event.metadata.eventId.toLowerCase();

/** Returns the last event of an earlier append of the same events; undefined if none of the ids is recorded. Throws if only some are. */
function findRepeatedAppend(log: StoredEvent[], stream: string, events: readonly NewEvent[]): StoredEvent | undefined {
  const wanted = new Set(events.map(idOf));
  const repeatedEvents = log.filter((event) => wanted.has(idOf(event)));
  if (!repeatedEvents.length) return undefined;
  const same =
    repeatedEvents.length === events.length &&
    repeatedEvents.every(
      (event, i) => event.stream === stream && idOf(event) === idOf(events[i]!) && event.version === repeatedEvents[0]!.version + i,
    );
  if (!same) throw reusedIds(stream);
  return repeatedEvents.at(-1);
}

async function* follow(log: StoredEvent[], bells: Set<Bell>, after: string | null, signal: AbortSignal) {
  const bell = createBell();
  bells.add(bell);
  let next = after === null ? 0 : Number(after);
  try {
    while (!signal.aborted) {
      const batch = log.slice(next, next + BATCH);
      next += batch.length;
      if (batch.length) yield batch.map(copy);
      else await bell.wait(FOREVER, signal);
    }
  } finally {
    bells.delete(bell);
  }
}

/** Creates an event store in memory, for tests. */
export function memoryStore(): EventStore {
  const log: StoredEvent[] = [];
  const bells = new Set<Bell>();
  const closed = new AbortController();
  const append: EventStore['append'] = async (stream, events, expected) => {
    checkEvents(stream, events);
    const original = findRepeatedAppend(log, stream, events);
    if (original) return { version: original.version, position: original.position };
    const actual = log.findLast((event) => event.stream === stream)?.version ?? 0;
    if (expected !== 'any' && (expected === 'none' ? 0 : expected) !== actual) throw new VersionConflict(stream, expected, actual);
    events.forEach((event, i) => log.push({ ...copy(event), stream, version: actual + i + 1, position: position(log.length + 1) }));
    for (const bell of bells) bell.ring();
    return { version: actual + events.length, position: position(log.length) };
  };
  return {
    name: 'memory',
    append,
    appendAll: appendInTurn(append),
    async read(stream, until = Number.POSITIVE_INFINITY) {
      return log.filter((event) => event.stream === stream && event.version <= until).map(copy);
    },
    readAll(after, signal) {
      return follow(log, bells, after, AbortSignal.any([signal, closed.signal]));
    },
    async head() {
      return log.at(-1)?.position ?? null;
    },
    async countAfter(after, limit) {
      return Math.min(limit, log.length - (after === null ? 0 : Number(after)));
    },
    async close() {
      closed.abort();
    },
  };
}
