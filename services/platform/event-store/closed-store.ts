import type { Catalogue } from '#contracts/core/catalogue.ts';
import { upcast, type NewEvent, type StoredEvent } from '#contracts/core/events.ts';
import type { Append, EventStore } from '#contracts/ports/event-store.ts';

/**
 * Error for an event that no module declares, or whose data does not fit its schema. It means a defect of the program, and nothing is
 * recorded. The message names the event and the fields, not the values.
 */
export class EventRefused extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'EventRefused';
  }
}

/**
 * Wraps a store so that it accepts only declared events with valid data, since a recorded event cannot be taken back. Events of older
 * versions are upcast when read.
 */
export function closedStore(store: EventStore, { events, upcasts }: Pick<Catalogue, 'events' | 'upcasts'>): EventStore {
  const current = <E extends readonly StoredEvent[]>(read: E) => (upcasts.size === 0 ? read : read.map((event) => upcast(upcasts, event)));
  const requireDeclared = (appends: readonly Pick<Append, 'stream' | 'events'>[]): void => {
    const problems = appends.flatMap(({ stream, events: added }) =>
      added.flatMap((event) => problemsOf(events, event).map((problem) => `${stream}: ${problem}`)),
    );
    if (problems.length > 0) throw new EventRefused(problems);
  };
  return {
    ...store,
    async append(stream, added, expected) {
      requireDeclared([{ stream, events: added }]);
      return store.append(stream, added, expected);
    },
    async appendAll(appends) {
      requireDeclared(appends);
      return store.appendAll(appends);
    },
    read: async (stream, until) => current(await store.read(stream, until)),
    async *readAll(after, signal) {
      for await (const batch of store.readAll(after, signal)) yield current(batch);
    },
  };
}

function problemsOf(events: Catalogue['events'], { type, data }: NewEvent): string[] {
  const declared = events.get(type);
  if (!declared) return [`no module declares the event ${type}`];
  const { error } = declared.schema().safeParse(data);
  return error ? error.issues.map(({ path, code, message }) => `${type} ${path.join('.')}: ${code}, ${message}`) : [];
}
