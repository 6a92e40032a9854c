import { createHash } from 'node:crypto';
import type { Json, StoredEvent } from '#contracts/core/events.ts';

/** The same text for the same value: PostgreSQL keeps the keys of an object in an order of its own. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, inOrder(value[key]!)]),
  );
}

/** SHA-256 of everything an event says but its position, which each log gives anew. */
export function eventDigest({ stream, version, type, data, metadata }: StoredEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([stream, version, type, inOrder(data), inOrder({ ...metadata })]))
    .digest('hex');
}
