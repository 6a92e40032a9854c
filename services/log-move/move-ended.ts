import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { databasePassing } from '#projections/database-errors.ts';
import { eventStoreError, typeOf } from '../platform/event-store/eventstoredb-errors.ts';

const BEGIN_AGAIN = 'Nothing of the portal has changed: begun again, the copy goes on where it was.';

/** The error of a move that ended too soon, as a line that says which server ended it and what to do; own errors say so already. */
export function moveEnded(error: unknown, host: string): unknown {
  const cause = { cause: error };
  const known = eventStoreError(error);
  if (known instanceof StoreUnavailable)
    return new Error(`${known.message.startsWith('PostgreSQL') ? 'PostgreSQL' : host} does not answer. ${BEGIN_AGAIN}`, cause);
  if (databasePassing(error)) return new Error(`PostgreSQL does not answer. ${BEGIN_AGAIN}`, cause);
  // errors of gRPC carry a number, those of the client a type
  if (error instanceof Error && (typeof (error as { code?: unknown }).code === 'number' || typeOf(error) !== undefined))
    return new Error(`${host} refused what was asked (${error.message.split('\n', 1)[0]}). ${BEGIN_AGAIN}`, cause);
  return error;
}
