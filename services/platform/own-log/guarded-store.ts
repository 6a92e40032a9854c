import type { EventStore } from '#contracts/ports/event-store.ts';
import type { OwnLog } from './own-log.ts';

/** Wraps a store so that it neither appends nor delivers events while the log is not known to be this portal's own. */
export function guardedStore(store: EventStore, ownLog: Pick<OwnLog, 'sure'>): EventStore {
  // a log in the portal's own database is always that portal's
  if (!store.brokenConnections) return store;
  return {
    ...store,
    async append(stream, events, expected) {
      await ownLog.sure();
      return store.append(stream, events, expected);
    },
    async appendAll(appends) {
      await ownLog.sure();
      return store.appendAll(appends);
    },
    async *readAll(after, signal) {
      for await (const events of store.readAll(after, signal)) {
        await ownLog.sure();
        yield events;
      }
    },
  };
}
