import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import type { Metrics } from './portal-metrics.ts';

/** Wraps a store so that appends, appended events and version conflicts are counted. */
export function countedStore(store: EventStore, metrics: Pick<Metrics, 'appended' | 'conflict'>): EventStore {
  async function countAppend<R>(events: number, appending: Promise<R>): Promise<R> {
    try {
      const result = await appending;
      metrics.appended(events);
      return result;
    } catch (error) {
      if (error instanceof VersionConflict) metrics.conflict();
      throw error;
    }
  }
  return {
    ...store,
    append: (stream, events, expected) => countAppend(events.length, store.append(stream, events, expected)),
    appendAll: (appends) =>
      countAppend(
        appends.reduce((sum, { events }) => sum + events.length, 0),
        store.appendAll(appends),
      ),
  };
}
