import type { StoredEvent } from '#contracts/core/events.ts';

/** Streams remembered, and events of each at most. */
const STREAMS = 500;
const EVENTS = 1_000;

export interface Prefixes {
  /** What was read of a stream, from its beginning. */
  remember(stream: string, events: readonly StoredEvent[]): void;
  /** What was appended behind its first `version` events. */
  extend(stream: string, version: number, ids: readonly string[]): void;
  /** True when none of the ids is among the first `version` events of the stream; false also when that is not known. */
  without(stream: string, version: number, ids: readonly string[]): boolean;
}

/**
 * The event ids at the beginning of streams read lately. A log is only appended to, so what is known
 * of a beginning stays true, whoever writes: a command that has just read its stream need not ask again.
 */
export function prefixes(): Prefixes {
  const knownOnes = new Map<string, string[]>();

  function keep(stream: string, ids: string[]): void {
    // again at the end: the first of the map is the one longest untouched
    knownOnes.delete(stream);
    if (ids.length > EVENTS) return;
    knownOnes.set(stream, ids);
    const [oldest] = knownOnes.keys();
    if (knownOnes.size > STREAMS && oldest !== undefined) knownOnes.delete(oldest);
  }

  return {
    remember: (stream, events) =>
      keep(
        stream,
        events.map((event) => event.metadata.eventId.toLowerCase()),
      ),
    extend(stream, version, ids) {
      const known = version ? knownOnes.get(stream) : [];
      if (known?.length === version) keep(stream, [...known, ...ids]);
    },
    without(stream, version, ids) {
      if (version === 0) return true;
      const known = knownOnes.get(stream);
      if (!known || known.length < version) return false;
      const start = new Set(known.slice(0, version));
      return !ids.some((id) => start.has(id));
    },
  };
}
