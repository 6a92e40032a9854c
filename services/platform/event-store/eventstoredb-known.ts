import { START, streamNameFilter, type AllStreamResolvedEvent } from '@eventstore/db-client';
import { streamFilter, scroll, scrollBack, type Connection } from './eventstoredb-read.ts';
import { logPosition, positionText } from './eventstoredb-position.ts';

/** Cached questions about a log: its head, and the number of events after a position. */
export interface KnownLog {
  /**
   * Returns the position of this portal's last event; `null` if there is none. Throws `StoreSilent` after `ms` milliseconds without an
   * answer.
   */
  head(ms: number): Promise<string | null>;
  /** Counts this portal's events after `after`, up to `limit`. */
  countAfter(after: string | null, limit: number, ms: number): Promise<number>;
}

/** Number of events that the server scans before it reports its position. */
const WINDOW = 500;

/**
 * Creates a cache of a log's head and event count. On a shared server most events belong to other portals, so each range of the log is
 * scanned only once. For counting, the server sends only this portal's events.
 */
export function logHeadCache(connection: Connection, broken: () => number): KnownLog {
  /** Result of the last search: this portal's last event up to the position `until` is at `last`. */
  let cachedHead: { until: string; last: string | null } | null = null;
  /** Number of this portal's events up to the position `until`. */
  let cachedCount: { until: string; count: number } | null = null;
  let connections = broken();

  /** Clears the cache after a reconnect, since the server may now hold an older copy of the log. */
  function forget(): void {
    if (connections === broken()) return;
    connections = broken();
    cachedHead = null;
    cachedCount = null;
  }

  async function head(ms: number): Promise<string | null> {
    forget();
    const before = cachedHead;
    let until = before?.until ?? null;
    let last = before?.last ?? null;
    let first = true;
    await scrollBack(connection, ms, (position, isOwn) => {
      if (first) until = position;
      first = false;
      if (before && position <= before.until) return false;
      if (isOwn) last = position;
      return !isOwn;
    });
    if (until !== null && (cachedHead === null || until > cachedHead.until)) cachedHead = { until, last };
    return last;
  }

  /** Calls `forEach` with the position of each event of this portal after `after` up to `until`, or until `forEach` returns false. */
  async function pass(after: string | null, until: string, ms: number, forEach: (position: string) => boolean): Promise<void> {
    let alive = (): void => undefined;
    const filter = streamNameFilter({
      regex: streamFilter(connection.prefix),
      checkpointInterval: 1,
      maxSearchWindow: WINDOW,
      checkpointReached: () => alive(),
    });
    const read = connection.client.subscribeToAll({ fromPosition: after === null ? START : positionText(after), filter });
    await scroll<AllStreamResolvedEvent>(
      { stream: read, leave: () => read.unsubscribe() },
      ms,
      ({ event }) => {
        if (!event) return true;
        const position = logPosition(event.position);
        return forEach(position) && position < until;
      },
      (sign) => (alive = sign),
    );
  }

  return {
    head,
    async countAfter(after, limit, ms) {
      if (limit <= 0) return 0;
      const last = await head(ms);
      if (last === null || (after !== null && after >= last)) return 0;
      const from = after === null ? cachedCount : null;
      let count = from?.count ?? 0;
      let until = from?.until ?? after;
      if (count < limit && (until === null || until < last)) {
        await pass(until, last, ms, (position) => {
          until = position;
          return ++count < limit;
        });
      }
      if (after === null && until !== null && (cachedCount === null || until > cachedCount.until)) cachedCount = { until, count };
      return Math.min(count, limit);
    },
  };
}
