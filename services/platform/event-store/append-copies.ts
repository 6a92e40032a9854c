import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';

/**
 * Events of another log of this portal, behind what this one has: in their order, under their own ids and
 * versions, those of one stream that stand together in one append. Answers where each is; those of one append
 * are told apart by no reader that stopped between them, and have one position. What is there already stays.
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
