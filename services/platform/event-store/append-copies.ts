import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';

/**
 * Appends copies of another log's events in order, with their ids and versions. Adjacent events of one stream go into one append. Returns
 * the new position of each event; events of one append share a position. Events that are already in the log are not added again.
 */
export async function appendCopies(store: EventStore, events: readonly Omit<StoredEvent, 'position'>[]): Promise<string[]> {
  const positions: string[] = [];
  for (let from = 0; from < events.length;) {
    const { stream, version } = events[from]!;
    let to = from + 1;
    while (events[to]?.stream === stream) to += 1;
    const run = events.slice(from, to).map(({ type, data, metadata }): NewEvent => ({ type, data, metadata }));
    const { position } = await store.append(stream, run, version === 1 ? 'none' : version - 1);
    positions.push(...run.map(() => position));
    from = to;
  }
  return positions;
}
