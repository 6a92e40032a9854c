import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { appendCopies } from '../platform/event-store/append-copies.ts';
import { eventDigest } from './event-digest.ts';
import { readEvents } from './read-events.ts';

/** Events that are read before they are written. */
const TOGETHER = 200;
const TOLD_EVERY = 5000;

/** The other log holds something that this one does not: it is no copy of it. */
export class NotACopy extends Error {
  constructor(at: number, found: StoredEvent) {
    super(
      `The log that is copied to holds another event as its ${at}th (${found.type} in ${found.stream}): it belongs to somebody else, or was written to since. Nothing was written.`,
    );
    this.name = 'NotACopy';
  }
}

export interface Copied {
  /** Events that were there already, from a copy that was interrupted. */
  found: number;
  copied: number;
  /** Position of the last event copied, in the log that it was copied from. */
  until: string | null;
}

/**
 * Every event of `source`, in its order and under its own id, behind those that `target` has of it
 * already: killed and begun again, it goes on where it was. Throws `NotACopy` before it writes
 * anything where the target does not begin with the source's events.
 */
export async function copyLog(source: EventStore, target: EventStore, told: (events: number) => void): Promise<Copied> {
  const until = await source.head();
  const there = readEvents(target, await target.head());
  const done = { found: 0, copied: 0 };
  let next = await there.next();
  let group: StoredEvent[] = [];
  const write = async (): Promise<void> => {
    await appendCopies(target, group);
    done.copied += group.length;
    group = [];
  };
  for await (const event of readEvents(source, until)) {
    const count = done.found + done.copied + group.length;
    if (count > 0 && count % TOLD_EVERY === 0) told(count);
    if (!next.done) {
      if (eventDigest(next.value) !== eventDigest(event)) throw new NotACopy(done.found + 1, next.value);
      done.found += 1;
      next = await there.next();
      continue;
    }
    if (group.length === TOGETHER) await write();
    group.push(event);
  }
  if (!next.done) throw new NotACopy(done.found + 1, next.value);
  await write();
  return { ...done, until };
}
