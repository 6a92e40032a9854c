import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Every log line written in `work`, and in what it waits for, carries this id. For logs alone: who decides or records is given its id. */
export const withCorrelation = <T>(correlationId: string, work: () => T): T => current.run(correlationId, work);

/** Adds the request's `correlationId` to a log line, unless the line has its own. */
export function correlationMixin(): { correlationId?: string } {
  const correlationId = current.getStore();
  return correlationId === undefined ? {} : { correlationId };
}
