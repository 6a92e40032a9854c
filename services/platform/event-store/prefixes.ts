import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#contracts/core/events.ts';

/** Largest number of cached streams, and of cached event ids of one stream. */
const STREAMS = 500;
const EVENTS = 1_000;

export interface Prefixes {
  /** Stores the ids of a stream's events; `events` begins at the first one. */
  remember(stream: string, events: readonly StoredEvent[]): void;
  /** Stores the ids of events appended after the stream's first `version` events. */
  extend(stream: string, version: number, ids: readonly string[]): void;
  /** Returns true if none of the ids is among the first `version` events of the stream; false also if these are not cached. */
  without(stream: string, version: number, ids: readonly string[]): boolean;
}

/**
 * Creates a cache of the event ids at the beginning of recently read streams. The log is append-only, so cached ids stay valid. A command
 * that has just read its stream need not read it again for the append.
 */
export function eventIdPrefixes(): Prefixes {
  const beginnings = new LRUCache<string, string[]>({ max: STREAMS });

  function keep(stream: string, ids: string[]): void {
    if (ids.length > EVENTS) beginnings.delete(stream);
    else beginnings.set(stream, ids);
  }

  return {
    remember(stream, events) {
      const knownIds = beginnings.get(stream) ?? [];
      keep(
        stream,
        knownIds.length > events.length
          ? knownIds
          : [...knownIds, ...events.slice(knownIds.length).map((event) => event.metadata.eventId.toLowerCase())],
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
