import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { StoreSilent } from './timeouts.ts';

// gRPC codes: cancelled, deadline exceeded, resource exhausted, aborted (a write timed out), unavailable
const CODES = new Set([1, 4, 8, 10, 14]);
const DEADLINE_EXCEEDED = 4;
const INTERNAL = 13;
// errors of the client that have no gRPC code
const TYPES = new Set(['unavailable', 'cancelled', 'timeout', 'deadline-exceeded', 'not-leader']);
const NOTHING_ELSE = /^Failed to discover after|write after end|^The client has been disposed|Channel has been shut down/;

interface ClientError {
  type?: string;
  code?: number | string;
  message: string;
}

/** Returns the type that the EventStoreDB client gives an error; undefined for other errors. */
export const typeOf = (error: unknown): string | undefined => (error instanceof Error ? (error as ClientError).type : undefined);

/** Translates errors of the client and of gRPC into errors of the port; returns other errors unchanged. */
export function eventStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const { type, code, message } = error as ClientError;
  // gRPC reports a server that shuts down during a response as an internal error
  const broken = code === INTERNAL && /RST_STREAM|stream terminated/i.test(message);
  const away =
    broken || (type !== undefined && TYPES.has(type)) || (typeof code === 'number' && CODES.has(code)) || NOTHING_ELSE.test(message);
  if (type === 'deadline-exceeded' || code === DEADLINE_EXCEEDED) return new StoreSilent(`EventStoreDB: ${message}`, { cause: error });
  return away ? new StoreUnavailable(`EventStoreDB: ${message}`, { cause: error }) : error;
}

// messages of grpc-js and of the client for calls that never left, because no connection was open
const NEVER_SENT =
  /No connection established|ECONNREFUSED|Failed to discover after|Channel closed before call started|LB pick|name resolution/i;

/** Translates the error of an append. `sent` tells whether the request may have reached the server. */
export function appendError(error: unknown): unknown {
  const known = eventStoreError(error);
  if (!(known instanceof StoreUnavailable) || known.sent || NEVER_SENT.test(known.message)) return known;
  const Kind = known instanceof StoreSilent ? StoreSilent : StoreUnavailable;
  return new Kind(known.message, { cause: known, sent: true });
}
