import { createHash } from 'node:crypto';
import type { Json, StoredEvent } from '#contracts/core/events.ts';

/** Sorts the keys of objects, since PostgreSQL's jsonb does not keep their order. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, inOrder(value[key]!)]),
  );
}

/** Returns the SHA-256 of an event without its position, which differs between logs. */
export function eventDigest({ stream, version, type, data, metadata }: StoredEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([stream, version, type, inOrder(data), inOrder({ ...metadata })]))
    .digest('hex');
}
