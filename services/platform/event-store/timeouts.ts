import { StoreUnavailable } from '#contracts/ports/event-store.ts';

/** Error for a store that did not answer in time, as happens when a connection hangs. */
export class StoreSilent extends StoreUnavailable {}

/**
 * Returns the result of the promise; throws `StoreSilent` after `ms` milliseconds. The underlying operation is not cancelled, so the caller
 * must release what it yields later.
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreSilent(`no answer from the event store in ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Returns the result of the promise, or undefined as soon as the signal aborts. Ignores a later rejection. */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let onAbort = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort);
  });
  promise.catch(() => {});
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

export interface Bell {
  ring(): void;
  /** Resolves at once if the bell rang since the last wait, else at the next ring, at an abort, or after `ms` milliseconds. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Creates a bell that wakes one waiter. A ring before `wait` is remembered, so that none is lost between a check and the wait. */
export function createBell(): Bell {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    wait(ms, signal) {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          wake = () => {};
          rung = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end);
        wake = end;
        if (rung || signal.aborted) end();
      });
    },
  };
}

/** Waits `ms` milliseconds. An abort ends the wait early, without an error. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => createBell().wait(ms, signal);
