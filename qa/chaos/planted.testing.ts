import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import type { Write } from './ledger.ts';

/** Creates an event of a handmade log; `correlation` is the id of the write that caused the event. */
export const eventOf = (
  { position, stream, version }: { position: number; stream: string; version: number },
  type: string,
  data: JsonObject,
  correlation: string,
): StoredEvent => ({
  position: String(position).padStart(19, '0'),
  stream,
  version,
  type,
  data,
  metadata: {
    eventId: `${correlation}/${stream}/${version}`,
    commandId: correlation,
    correlationId: correlation,
    utente: 'anna',
    groupID: 2,
    at: '2026-01-02T10:00:00.000Z',
    origine: 'api',
  },
});

/** Creates an acknowledged write that created an excise record. */
export const creation = (id: string, number: number, ore: number): Write => ({
  id,
  call: { method: 'POST', path: '/api/accise', body: {}, ifMatch: null },
  events: 1,
  attempts: 1,
  after: [{ table: 'accise', id: String(number), exists: true, values: { ore } }],
  answer: { status: 201, version: 1, created: String(number), text: '' },
});

/** Creates an acknowledged write that deleted several excise records. */
export const deletion = (id: string, numbers: readonly number[]): Write => ({
  id,
  call: { method: 'DELETE', path: '/api/accise', body: {}, ifMatch: null },
  events: numbers.length,
  attempts: 1,
  after: numbers.map((number) => ({ table: 'accise', id: String(number), exists: false, values: {} })),
  answer: { status: 200, version: 2, created: null, text: '' },
});

export const withoutAnswer = (write: Write): Write => ({ ...write, answer: null });

/** Creates the event that a correct `creation` leaves. */
export const creationEvent = (position: number, number: number, ore: number, correlation: string): StoredEvent =>
  eventOf({ position, stream: `accise-${number}`, version: 1 }, 'AccisaRegistrata.v1', { id: number, ore }, correlation);
export const deletionEvent = (position: number, number: number, correlation: string, version = 2): StoredEvent =>
  eventOf({ position, stream: `accise-${number}`, version }, 'AccisaEliminata.v1', { id: number }, correlation);
