import pRetry from 'p-retry';
import type { Logger } from 'pino';
import type { Shutdown } from './shutdown.ts';

const PAUSE_MS = 250;

export interface Patience {
  timeoutMs?: number;
  /** Ends the waiting: the attempt's last error is thrown. */
  signal?: AbortSignal;
}

/** Tries again while `passing` says that the error may pass, for `timeoutMs` ms at most (without end unless given). */
export async function patiently<T>(
  attempt: () => Promise<T>,
  passing: (error: unknown) => boolean,
  { timeoutMs = Number.POSITIVE_INFINITY, signal }: Patience = {},
): Promise<T> {
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: PAUSE_MS,
    maxRetryTime: timeoutMs,
    shouldRetry: ({ error }) => passing(error),
    ...(signal ? { signal } : {}),
  });
}

/** Dependency that a start waits for; shown to whoever calls the portal meanwhile, and logged once. */
export interface Wait {
  /** In Italian, for the page and the answers of the API. */
  sentence: string;
  /** In English, for the log. */
  said: string;
  passing(error: unknown): boolean;
}

/** Waits for what the portal stands on; a stop ends it. */
export type WaitFor = <T>(attempt: () => Promise<T>, wait: Wait) => Promise<T>;

export function waiting({ tell, log, shutdown }: { tell(sentence: string | null): void; log: Logger; shutdown: Shutdown }): WaitFor {
  const stopped = new AbortController();
  shutdown.add('waiting', () => stopped.abort());
  return async (attempt, { sentence, said, passing }) => {
    let told = false;
    try {
      return await patiently(
        attempt,
        (error) => {
          if (!passing(error)) return false;
          if (!told) log.warn({ reason: (error as Error).message }, said);
          told = true;
          tell(sentence);
          return true;
        },
        { signal: stopped.signal },
      );
    } finally {
      tell(null);
    }
  };
}
