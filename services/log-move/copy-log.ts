import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { appendCopies } from '../platform/event-store/append-copies.ts';
import { eventDigest } from './event-digest.ts';
import { readEvents } from './read-events.ts';

/** Number of events that are appended together. */
const TOGETHER = 200;
const TOLD_EVERY = 5000;

/** Error for a target log that holds an event which the source does not have at that place. */
export class NotACopy extends Error {
  constructor(at: number, found: StoredEvent) {
    super(
      `The log that is copied to holds another event as its ${at}th (${found.type} in ${found.stream}): it belongs to somebody else, or was written to since. Nothing was written.`,
    );
    this.name = 'NotACopy';
  }
}

export interface CopyCounts {
  /** Number of events that the target held already, from an interrupted copy. */
  existing: number;
  copied: number;
  /** Position of the last copied event in the source log. */
  until: string | null;
}

/**
 * Copies every event of `source` to `target`, in order and with its id. An interrupted copy continues after the events that the target
 * holds. Throws `NotACopy`, before anything is written, if the target's events are not the source's first events.
 */
export async function copyLog(source: EventStore, target: EventStore, progress: (events: number) => void): Promise<CopyCounts> {
  const until = await source.head();
  const targetEvents = readEvents(target, await target.head());
  const done = { existing: 0, copied: 0 };
  let next = await targetEvents.next();
  let group: StoredEvent[] = [];
  const write = async (): Promise<void> => {
    await appendCopies(target, group);
    done.copied += group.length;
    group = [];
  };
  for await (const event of readEvents(source, until)) {
    const count = done.existing + done.copied + group.length;
    if (count > 0 && count % TOLD_EVERY === 0) progress(count);
    if (!next.done) {
      if (eventDigest(next.value) !== eventDigest(event)) throw new NotACopy(done.existing + 1, next.value);
      done.existing += 1;
      next = await targetEvents.next();
      continue;
    }
    if (group.length === TOGETHER) await write();
    group.push(event);
  }
  if (!next.done) throw new NotACopy(done.existing + 1, next.value);
  await write();
  return { ...done, until };
}
