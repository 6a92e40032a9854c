import type { EventStore } from '#contracts/ports/event-store.ts';

/** Creates a store that passes every call on to another one, which `replace` changes. */
export function replaceableStore(first: EventStore): { store: EventStore; replace(next: EventStore): void } {
  let target = first;
  return {
    replace(next) {
      target = next;
    },
    store: {
      name: first.name,
      append: (...append) => target.append(...append),
      appendAll: (appends) => target.appendAll(appends),
      read: (...read) => target.read(...read),
      readAll: (...from) => target.readAll(...from),
      head: () => target.head(),
      countAfter: (...from) => target.countAfter(...from),
      ...(first.brokenConnections ? { brokenConnections: () => target.brokenConnections?.() ?? 0 } : {}),
      close: () => target.close(),
    },
  };
}
