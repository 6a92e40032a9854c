import pRetry from 'p-retry';
import type { Logger } from 'pino';
import type { Shutdown } from './shutdown.ts';

const PAUSE_MS = 250;

export interface RetryOptions {
  timeoutMs?: number;
  /** Ends the retries; the last attempt's error is thrown. */
  signal?: AbortSignal;
}

/** Retries `attempt` while `isTransient` returns true for its error, for at most `timeoutMs` milliseconds; without limit by default. */
export async function retryUntil<T>(
  attempt: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
  { timeoutMs = Number.POSITIVE_INFINITY, signal }: RetryOptions = {},
): Promise<T> {
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: PAUSE_MS,
    maxRetryTime: timeoutMs,
    shouldRetry: ({ error }) => isTransient(error),
    ...(signal ? { signal } : {}),
  });
}

/** A dependency for which the portal's start waits. The wait is shown to clients meanwhile and logged once. */
export interface Wait {
  /** Italian sentence for the page and the responses of the API. */
  sentence: string;
  /** English message for the log. */
  logMessage: string;
  isTransient(error: unknown): boolean;
}

/** Retries `attempt` until the dependency is available. A stop of the portal ends the wait. */
export type WaitFor = <T>(attempt: () => Promise<T>, wait: Wait) => Promise<T>;

/** Creates the function that waits for dependencies. `showWait` gets the sentence for clients while it waits, and `null` afterwards. */
export function dependencyWait({
  showWait,
  log,
  shutdown,
}: {
  showWait(sentence: string | null): void;
  log: Logger;
  shutdown: Shutdown;
}): WaitFor {
  const stopped = new AbortController();
  shutdown.add('waiting', () => stopped.abort());
  return async (attempt, { sentence, logMessage, isTransient }) => {
    let hasLogged = false;
    try {
      return await retryUntil(
        attempt,
        (error) => {
          if (!isTransient(error)) return false;
          if (!hasLogged) log.warn({ reason: (error as Error).message }, logMessage);
          hasLogged = true;
          showWait(sentence);
          return true;
        },
        { signal: stopped.signal },
      );
    } finally {
      showWait(null);
    }
  };
}
