import type { NewEvent } from '#contracts/core/events.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Checks an append's arguments alike for all stores: stream name, event types, event ids. Throws if one is invalid. */
export function checkEvents(stream: string, events: readonly NewEvent[]): void {
  // EventStoreDB reserves names that begin with `$`, and its filters hide them from readers of the whole log
  if (!stream || stream.startsWith('$')) throw new Error('a stream needs a name that does not begin with $');
  if (!events.length) throw new Error('nothing to append');
  const ids = new Set<string>();
  for (const { type, metadata } of events) {
    if (!type || type.startsWith('$')) throw new Error('an event needs a type that does not begin with $');
    if (!UUID.test(metadata.eventId)) throw new Error('metadata.eventId must be a UUID');
    ids.add(metadata.eventId.toLowerCase());
  }
  if (ids.size < events.length) throw new Error('the same metadata.eventId twice in one append');
}

/** Returns the error for an append of which some event ids are already recorded, but not by a previous attempt of the same append. */
export function reusedIds(stream: string): Error {
  return new Error(`stream ${stream}: event ids already recorded with other events`);
}
