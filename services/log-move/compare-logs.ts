import { createHash } from 'node:crypto';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { eventDigest } from './event-digest.ts';
import { readEvents } from './read-events.ts';

const TOGETHER = 5000;

/** Positions of one event in the old and the new log. */
export interface Pair {
  old: string;
  new: string;
}

export interface LogComparison {
  events: number;
  streams: number;
}

/**
 * Compares two logs completely: the order of events, and the count and hash of each stream. Calls `paired` with the positions of each
 * event in both logs. Throws if the logs differ.
 */
export async function compareLogs(
  source: EventStore,
  target: EventStore,
  until: string | null,
  paired: (pairs: readonly Pair[]) => Promise<void>,
): Promise<LogComparison> {
  const [from, to] = [hashes(), hashes()];
  const copies = readEvents(target, await target.head());
  let pairs: Pair[] = [];
  let events = 0;
  for await (const event of readEvents(source, until)) {
    const copy = (await copies.next()).value;
    events += 1;
    if (!copy || copy.metadata.eventId !== event.metadata.eventId) throw new Error(differs(events, event, copy));
    from.add(event);
    to.add(copy);
    pairs.push({ old: event.position, new: copy.position });
    if (pairs.length === TOGETHER) {
      await paired(pairs);
      pairs = [];
    }
  }
  const more = (await copies.next()).value;
  if (more) throw new Error(`The copy has more events than the log that was copied: ${more.type} in ${more.stream}`);
  if (pairs.length > 0) await paired(pairs);
  for (const [stream, one] of from.of) {
    const other = to.of.get(stream);
    if (other?.count !== one.count || other.hash !== one.hash)
      throw new Error(`Stream ${stream} is not the same: ${one.count} events (${one.hash}) and ${other?.count ?? 0} (${other?.hash})`);
  }
  return { events, streams: from.of.size };
}

/** Creates an accumulator of each stream's event count and of the hash of its events in order. */
function hashes() {
  const of = new Map<string, { count: number; hash: string }>();
  return {
    of,
    add(event: StoredEvent): void {
      const { count, hash } = of.get(event.stream) ?? { count: 0, hash: '' };
      const next = createHash('sha256').update(hash).update(eventDigest(event)).digest('hex');
      of.set(event.stream, { count: count + 1, hash: next });
    },
  };
}

const differs = (at: number, event: StoredEvent, copy: StoredEvent | undefined): string =>
  `The ${at}th event is ${event.type} in ${event.stream}, in the copy ${copy ? `${copy.type} in ${copy.stream}` : 'there is none'}`;
