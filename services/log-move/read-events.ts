import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { readUntil } from '#projections/engine/read-until.ts';

/** Reads the events of a log up to a position, one at a time. */
export async function* readEvents(store: EventStore, until: string | null): AsyncGenerator<StoredEvent, undefined> {
  for await (const events of readUntil(store, null, until)) yield* events;
}
