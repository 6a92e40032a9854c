import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/**
 * Runs `work` so that all its log lines, also asynchronous ones, carry this correlation id. Used for logs only; commands and events get
 * their id as an argument.
 */
export const withCorrelation = <T>(correlationId: string, work: () => T): T => current.run(correlationId, work);

/** Adds the request's `correlationId` to a log line, unless the line has its own. */
export function correlationMixin(): { correlationId?: string } {
  const correlationId = current.getStore();
  return correlationId === undefined ? {} : { correlationId };
}
