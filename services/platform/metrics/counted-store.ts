import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import type { Figures } from './figures.ts';

/** A log whose appends are counted. */
export function countedStore(store: EventStore, figures: Pick<Figures, 'appended' | 'conflict'>): EventStore {
  return {
    ...store,
    async append(stream, events, expected) {
      try {
        const result = await store.append(stream, events, expected);
        figures.appended(events.length);
        return result;
      } catch (error) {
        if (error instanceof VersionConflict) figures.conflict();
        throw error;
      }
    },
  };
}
