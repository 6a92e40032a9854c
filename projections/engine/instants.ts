import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';

/** Returns the recorded instant of an event in milliseconds; the beginning of 1970 for a text that is none. */
const recordedInstant = ({ metadata }: StoredEvent): number => {
  const at = Date.parse(metadata.at);
  return Number.isNaN(at) ? 0 : at;
};

/** Returns the latest recorded instant of these events, as ISO text; `null` if there are none. */
export const latestOf = (events: readonly StoredEvent[]): string | null =>
  events.length === 0 ? null : new Date(Math.max(...events.map(recordedInstant))).toISOString();

/** Reader of a log that marks each event which counts later than it was recorded (`countsFrom`). */
export interface Instants {
  mark(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]>;
  /** Returns the latest recorded instant so far, as ISO text; `null` if it is unknown or there is none. */
  latest(): string | null;
}

/**
 * Creates the marker for events that follow a position. `latest` is the latest instant of the events up to there, `null` where it is
 * unknown, and `-Infinity` at the start of the log. While clocks run forward nothing is read: only an event older than one before it in the
 * log can be older than one of its own stream.
 */
export function instantsAfter(store: Pick<EventStore, 'read'>, latest: number | null): Instants {
  let reached = latest ?? Infinity;
  const marked = async (event: StoredEvent): Promise<StoredEvent> => {
    const at = recordedInstant(event);
    if (at >= reached || event.version === 1) {
      reached = Math.max(reached, at);
      return event;
    }
    const before = Math.max(...(await store.read(event.stream, event.version - 1)).map(recordedInstant));
    return before > at ? { ...event, countsFrom: new Date(before).toISOString() } : event;
  };
  return {
    async mark(events) {
      const all: StoredEvent[] = [];
      for (const event of events) all.push(await marked(event));
      return all;
    },
    latest: () => (Number.isFinite(reached) ? new Date(reached).toISOString() : null),
  };
}

export const LOG_START = -Infinity;
