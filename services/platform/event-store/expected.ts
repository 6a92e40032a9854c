import { StoreUnavailable } from '#contracts/ports/event-store.ts';

/** The store did not answer within a time: its connection may hang. */
export class StoreSilent extends StoreUnavailable {}

/** The promise, or StoreSilent when it takes longer. The promise itself goes on: see to what it leaves. */
export async function timeoutMs<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreSilent(`no answer from the event store in ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The promise, or undefined as soon as the signal is aborted. */
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
  /** Ends at once when it rang since the last wait; otherwise at the next ring, the abort or after `ms`. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A ring that is never lost between looking and waiting. */
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

/** Waits, or less: an abort ends it early, without an error. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => createBell().wait(ms, signal);
