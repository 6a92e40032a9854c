import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#contracts/core/events.ts';

/** Streams remembered, and events of each at most. */
const STREAMS = 500;
const EVENTS = 1_000;

export interface Prefixes {
  /** Keeps a stream's events, read from its beginning. */
  remember(stream: string, events: readonly StoredEvent[]): void;
  /** Keeps the ids of events appended after the stream's first `version` events. */
  extend(stream: string, version: number, ids: readonly string[]): void;
  /** True when none of the ids is among the first `version` events of the stream; false also when that is not known. */
  without(stream: string, version: number, ids: readonly string[]): boolean;
}

/**
 * The event ids at the beginning of streams read lately. A log is only appended to, so what is known
 * of a beginning stays true, whoever writes: a command that has just read its stream need not ask again.
 */
export function prefixes(): Prefixes {
  const beginnings = new LRUCache<string, string[]>({ max: STREAMS });

  function keep(stream: string, ids: string[]): void {
    if (ids.length > EVENTS) beginnings.delete(stream);
    else beginnings.set(stream, ids);
  }

  return {
    remember(stream, events) {
      const known = beginnings.get(stream) ?? [];
      keep(
        stream,
        known.length > events.length
          ? known
          : [...known, ...events.slice(known.length).map((event) => event.metadata.eventId.toLowerCase())],
      );
    },
    extend(stream, version, ids) {
      const known = version ? beginnings.get(stream) : [];
      if (known?.length === version) keep(stream, [...known, ...ids]);
    },
    without(stream, version, ids) {
      if (version === 0) return true;
      const known = beginnings.get(stream);
      if (!known || known.length < version) return false;
      const start = new Set(known.slice(0, version));
      return !ids.some((id) => start.has(id));
    },
  };
}
