import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Needs = Pick<Dependencies, 'store' | 'readModelWait' | 'log'>;

/** Milliseconds to collect further events after a small batch, so that a busy log does not wake every stream at each event. */
const GATHER_MS = 200;
/** Number of events in a batch from which the next batch is read without a pause. */
const BUSY = 100;
const RETRY_MS = 500;

/** Reader that follows the log for all open streams of this process. */
export interface LogFeed {
  /** Starts to read after the last event of the log, unless already started. Rejects if the log cannot be reached. */
  start(): Promise<void>;
  /**
   * Returns the position up to which events are delivered or being delivered; empty for an empty log. A client that resumes during the
   * delivery of a batch reads that batch from the log.
   */
  position(): string;
  stop(): void;
}

/** Waits until the read tables show all events up to `position`. Resolves to false if `signal` is aborted first. */
export async function awaitShown({ readModelWait }: Pick<Needs, 'readModelWait'>, position: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) if (await readModelWait.until(position)) return true;
  return false;
}

/** Creates the feed. Calls `publish` with each batch once the read tables show it. If `publish` fails, the same batch is delivered again. */
export function logFeed(deps: Needs, publish: (events: readonly StoredEvent[], position: string) => Promise<void>): LogFeed {
  let reading: AbortController | undefined;
  let started: Promise<void> | undefined;
  let position = '';
  /** Position of the last batch for which `publish` succeeded; a retry reads from here. */
  let deliveredPosition = '';

  async function read(signal: AbortSignal): Promise<void> {
    for await (const events of deps.store.readAll(deliveredPosition === '' ? null : deliveredPosition, signal)) {
      const last = events.at(-1)?.position;
      if (last === undefined) continue;
      if (!(await awaitShown(deps, last, signal))) return;
      position = last;
      await publish(events, last);
      if (signal.aborted) return;
      deliveredPosition = last;
      if (events.length < BUSY) await pause(GATHER_MS, undefined, { signal });
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await read(signal);
        // a closed log ends at once: without a pause the process would do nothing else, and never stop
        if (!signal.aborted) throw new StoreUnavailable('the log ended by itself');
      } catch (error) {
        if (signal.aborted) return;
        deps.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the log is not told to open screens: trying again');
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  return {
    start() {
      if (started) return started;
      const { signal } = (reading = new AbortController());
      started = deps.store.head().then(
        (head) => {
          position = head ?? '';
          deliveredPosition = position;
          void follow(signal);
        },
        (error: unknown) => {
          started = undefined;
          throw error;
        },
      );
      return started;
    },
    position: () => position,
    stop() {
      reading?.abort();
      started = undefined;
    },
  };
}
