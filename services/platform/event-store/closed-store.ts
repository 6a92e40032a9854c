import type { Catalogue } from '#contracts/core/catalogue.ts';
import { upcast, type NewEvent, type StoredEvent } from '#contracts/core/events.ts';
import type { Append, EventStore } from '#contracts/ports/event-store.ts';

/** A defect of the program, never of a request: nothing is recorded. Says which event and which fields, no values. */
export class EventRefused extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'EventRefused';
  }
}

/** A log that takes only events that a module declares, with the data that it declares: what is appended once can never be taken back. It answers older ones as they are read now. */
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
