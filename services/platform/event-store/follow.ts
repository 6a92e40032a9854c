import type { StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { pause } from './timeouts.ts';

/** Largest number of events in one batch for a reader. */
export const BATCH = 500;

export interface FollowRequest {
  after: string | null;
  signal: AbortSignal;
  /** Called whenever the store has answered; restarts the time of `patienceMs`. */
  live(): void;
}

/** Reads the batches after a position, then live ones. Ends on abort; throws `StoreUnavailable` when the store becomes unreachable. */
export type Source = (read: FollowRequest) => AsyncIterable<readonly StoredEvent[]>;

const FIRST_PAUSE = 100;
const MAX_PAUSE = 5_000;

/**
 * Follows a log and survives outages: after each one it resumes behind the last delivered batch. Throws `StoreUnavailable` after
 * `patienceMs` milliseconds without an answer of the store.
 */
export async function* follow(
  source: Source,
  { after, signal, patienceMs }: { after: string | null; signal: AbortSignal; patienceMs: number },
): AsyncGenerator<readonly StoredEvent[]> {
  let position = after;
  let lastAnswerAt = performance.now();
  let attempts = 0;
  const live = () => {
    lastAnswerAt = performance.now();
    attempts = 0;
  };
  while (!signal.aborted) {
    try {
      for await (const batch of source({ after: position, signal, live })) {
        live();
        position = batch.at(-1)?.position ?? position;
        yield batch;
        // the time that the reader spends on a batch does not count as an outage
        live();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof StoreUnavailable) || performance.now() - lastAnswerAt > patienceMs) throw error;
      await pause(Math.min(FIRST_PAUSE * 2 ** attempts++, MAX_PAUSE), signal);
    }
  }
}
