import canonicalize from 'canonicalize';
import type { Json, StoredEvent } from '#contracts/core/events.ts';
import { leafHash } from './merkle.ts';

/** An event as the tree holds it. */
export type RecordedEvent = Pick<StoredEvent, 'stream' | 'version' | 'type' | 'data' | 'recordedData' | 'metadata'>;

/** Returns the event as recorded, with sealed values, without its position, which differs between logs, and with its id in lower case. */
export function recordedEvent({ stream, version, type, data, recordedData = data, metadata }: RecordedEvent): RecordedEvent {
  return { stream, version, type, data: recordedData, metadata: { ...metadata, eventId: metadata.eventId.toLowerCase() } };
}

/** Replaces half surrogate pairs, which EventStoreDB can hold and RFC 8785 has no form for. */
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), wellFormed(one)]));
}

/** Matches the escape of half a surrogate pair in JSON text. */
const HALF_PAIR = /\\ud[89a-f][0-9a-f]{2}/i;

/** Returns the bytes of a leaf, as text: the recorded event in the form of RFC 8785. */
export function leafText(event: RecordedEvent): string {
  const json = JSON.stringify(recordedEvent(event));
  const entry = JSON.parse(json) as Json;
  return canonicalize(HALF_PAIR.test(json) ? wellFormed(entry) : entry)!;
}

/** Returns the leaf hash of a recorded event. */
export const eventLeaf = (event: RecordedEvent): Buffer => leafHash(leafText(event));
