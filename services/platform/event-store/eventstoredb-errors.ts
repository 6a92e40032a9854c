import { StoreUnavailable } from '#contracts/ports/event-store.ts';

// gRPC codes: cancelled, deadline exceeded, resource exhausted, aborted (a write timed out), unavailable
const CODICI = new Set([1, 4, 8, 10, 14]);
// errors of the client that carry no code
const TIPI = new Set(['unavailable', 'cancelled', 'timeout', 'deadline-exceeded', 'not-leader']);
const SENZA_ALTRO = /^Failed to discover after|write after end|^The client has been disposed|Channel has been shut down/;

interface ErroreDelClient {
  type?: string;
  code?: number | string;
  message: string;
}

export const tipoDi = (error: unknown): string | undefined => (error instanceof Error ? (error as ErroreDelClient).type : undefined);

/** What the port promises, from what the client throws: its own errors and raw ones of gRPC. */
export function erroreDiEventStore(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const { type, code, message } = error as ErroreDelClient;
  const away = (type !== undefined && TIPI.has(type)) || (typeof code === 'number' && CODICI.has(code)) || SENZA_ALTRO.test(message);
  return away ? new StoreUnavailable(`EventStoreDB: ${message}`, { cause: error }) : error;
}
