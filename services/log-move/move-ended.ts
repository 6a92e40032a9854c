import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { isTransientDatabaseError } from '#projections/database-errors.ts';
import { eventStoreError, typeOf } from '../platform/event-store/eventstoredb-errors.ts';

const BEGIN_AGAIN = 'Nothing of the portal has changed: begun again, the copy goes on where it was.';

/** Converts a server's error during a move to one that names the server and the remedy. Returns the portal's own errors unchanged. */
export function moveEnded(error: unknown, host: string): unknown {
  const cause = { cause: error };
  const known = eventStoreError(error);
  if (known instanceof StoreUnavailable)
    return new Error(`${known.message.startsWith('PostgreSQL') ? 'PostgreSQL' : host} does not answer. ${BEGIN_AGAIN}`, cause);
  if (isTransientDatabaseError(error)) return new Error(`PostgreSQL does not answer. ${BEGIN_AGAIN}`, cause);
  // gRPC errors have a numeric code, errors of the EventStoreDB client have a type
  if (error instanceof Error && (typeof (error as { code?: unknown }).code === 'number' || typeOf(error) !== undefined))
    return new Error(`${host} refused what was asked (${error.message.split('\n', 1)[0]}). ${BEGIN_AGAIN}`, cause);
  return error;
}
