import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Needs = Pick<Dependencies, 'store' | 'readModelWait' | 'log'>;

/** Milliseconds in which further events are gathered before they are told, so that a busy log does not wake every stream at each event. */
const GATHER_MS = 200;
/** Size of a batch from which the log is read on at once. */
const BUSY = 100;
const RETRY_MS = 500;

/** Reader of the log for all open streams of this process. */
export interface LogFeed {
  /** Starts to read behind the last event, where it does not read yet. Throws where the log cannot be reached. */
  start(): Promise<void>;
  /**
   * Position up to which events are told, or being told now; empty while the log is. Whoever begins to listen while a batch is told reads
   * that batch from the log.
   */
  position(): string;
  stop(): void;
}

/** Resolves when the read models show everything up to `position`; false where `signal` ends the wait. */
export async function awaitShown({ readModelWait }: Pick<Needs, 'readModelWait'>, position: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) if (await readModelWait.until(position)) return true;
  return false;
}

/** Creates the feed. `tell` is called with each batch once the read models show it, and again where it failed. */
export function logFeed(deps: Needs, tell: (events: readonly StoredEvent[], position: string) => Promise<void>): LogFeed {
  let reading: AbortController | undefined;
  let started: Promise<void> | undefined;
  let position = '';
  /** End of the last batch that was told to the end. */
  let told = '';

  async function read(signal: AbortSignal): Promise<void> {
    for await (const events of deps.store.readAll(told === '' ? null : told, signal)) {
      const last = events.at(-1)?.position;
      if (last === undefined) continue;
      if (!(await awaitShown(deps, last, signal))) return;
      position = last;
      await tell(events, last);
      if (signal.aborted) return;
      told = last;
      if (events.length < BUSY) await pause(GATHER_MS, undefined, { signal });
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await read(signal);
      } catch (error) {
        if (signal.aborted) return;
        deps.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the log is not told to open screens: trying again');
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  return {
    start() {
      started ??= deps.store.head().then(
        (head) => {
          position = head ?? '';
          told = position;
          reading = new AbortController();
          void follow(reading.signal);
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
