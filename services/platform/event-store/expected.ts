import { StoreUnavailable } from '#contracts/ports/event-store.ts';

/** The promise, or StoreUnavailable when it takes longer. The promise itself goes on: see to what it leaves. */
export async function entro<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`no answer from the event store in ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The promise, or undefined as soon as the signal is aborted. */
export async function finoAllAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let onAbort = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort);
  });
  promise.catch(() => {});
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

export interface Campanello {
  suona(): void;
  /** Ends at once when it rang since the last wait; otherwise at the next ring, the abort or after `ms`. */
  attendi(ms: number, signal: AbortSignal): Promise<void>;
}

/** A ring that is never lost between looking and waiting. */
export function campanello(): Campanello {
  let suonato = false;
  let sveglia = () => {};
  return {
    suona() {
      suonato = true;
      sveglia();
    },
    attendi(ms, signal) {
      return new Promise((resolve) => {
        const fine = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', fine);
          sveglia = () => {};
          suonato = false;
          resolve();
        };
        const timer = setTimeout(fine, ms);
        signal.addEventListener('abort', fine);
        sveglia = fine;
        if (suonato || signal.aborted) fine();
      });
    },
  };
}

/** Waits, or less: an abort ends it early, without an error. */
export const pausa = (ms: number, signal: AbortSignal): Promise<void> => campanello().attendi(ms, signal);
