import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** Milliseconds that a row takes beside others, rest included: 2,000 rows take less than 10 s. */
const ROW_MS = 4.25;

/**
 * Creates a function that is called after each group of appends, with their number. If other events were recorded since the previous call,
 * it rests until `ROW_MS` a row have passed, and for at least half as long as the group took, so that others always have a third of the time.
 * It also returns once the signal is aborted.
 */
export function restBesideOthers(
  store: Pick<EventStore, 'head' | 'countAfter'>,
  signal: AbortSignal,
  pause: typeof delay = delay,
): (own: number) => Promise<void> {
  let known: string | null | undefined;
  let since = performance.now();
  return async (own) => {
    const others = known !== undefined && (await store.countAfter(known, own + 1)) > own;
    known = await store.head();
    const takenMs = performance.now() - since;
    if (others) await pause(Math.max(own * ROW_MS - takenMs, takenMs / 2), undefined, { signal }).catch(() => {});
    since = performance.now();
  };
}
