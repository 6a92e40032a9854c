import type pg from 'pg';
import type { StoredEvent } from '#contracts/core/events.ts';
import { outcomeOf, VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import { pause, untilAborted } from './timeouts.ts';
import { checkEvents } from './checks.ts';
import { appendPostgres } from './postgres-append.ts';
import { announcements, type Listener } from './postgres-listen.ts';
import { pooledQuery, sharedQuery, type RunQuery, type SharedStatements } from './postgres-queries.ts';
import { recentAppends, type Recent } from './postgres-recent.ts';
import { COLUMNS, event, positionFromText, textFromPosition, type EventRow } from './postgres-rows.ts';
import { streamCache, type Later } from './remembered-streams.ts';
import { BATCH, follow, type Source } from './follow.ts';

export interface PostgresOptions {
  /** Timeout in milliseconds of a call with all its retries; then `StoreUnavailable` is thrown. */
  timeoutMs?: number;
  /** Interval in milliseconds at which a reader polls, even without a notification. */
  pollMs?: number;
  /** Milliseconds for which a reader waits for an unreachable store before it gives up. */
  patienceMs?: number;
  /** Connections for reading short streams; the caller closes them. */
  shared?: SharedStatements;
}

const OF_STREAM = {
  name: 'eventi_flusso',
  text: `select ${COLUMNS} from public.eventi e where e.stream = $1 and e.version > $2 and e.version <= $3 order by e.version limit $4`,
};
const AFTER = { name: 'eventi_dopo', text: `select ${COLUMNS} from public.eventi e where e.position > $1 order by e.position limit $2` };

/**
 * Number of events that are read on the shared connection. Longer streams are read on a connection of the pool, so that other callers need
 * not wait.
 */
const SHORT = 64;

/** Creates the function that reads a stream's events after a version. Most reads return few or none, since the beginning is cached. */
function laterOf(ask: RunQuery, brief: RunQuery): Later {
  const readStream = async (by: RunQuery, values: unknown[]): Promise<StoredEvent[]> =>
    (await by<EventRow>({ ...OF_STREAM, values })).map(event);
  return async (stream, after, until) => {
    const first = await readStream(brief, [stream, after, until, SHORT]);
    if (first.length < SHORT) return first;
    return [...first, ...(await readStream(ask, [stream, first.at(-1)!.version, until, null]))];
  };
}

interface Reading {
  ask: RunQuery;
  recent: Recent;
  listen(): Listener;
  pollMs: number;
}

/** Milliseconds to wait for the response of an own append after its notification. */
const ANSWER_MS = 50;

/** Hands over this process's own appends from memory, and queries the database only for others. */
function source({ ask, recent, listen, pollMs }: Reading): Source {
  return async function* ({ after, signal, live }) {
    const listener = listen();
    const unwatch = recent.watch(listener.ring);
    let position = positionFromText(textFromPosition(after));
    let looked = Number.NEGATIVE_INFINITY;
    // events that were appended before the reader began are not announced
    let mayHaveMore = true;
    try {
      while (!signal.aborted) {
        // the notification may be about an append of this process whose answer has not arrived yet
        if (listener.hears(position)) await Promise.race([recent.settled(), pause(ANSWER_MS, signal)]);
        const own = recent.after(position, BATCH);
        let events = own ?? [];
        if (own === null || (own.length === 0 && (mayHaveMore || listener.news(position) || performance.now() - looked >= pollMs))) {
          const rows = await untilAborted(signal, ask<EventRow>({ ...AFTER, values: [position, BATCH] }));
          if (!rows) return;
          events = rows.map(event);
          looked = performance.now();
          mayHaveMore = events.length === BATCH;
        }
        live();
        position = events.at(-1)?.position ?? position;
        if (events.length > 0) yield events;
        else await listener.wait(pollMs, signal);
      }
    } finally {
      unwatch();
      listener.close();
    }
  };
}

/** Creates the event store on PostgreSQL (migration 0001-eventi). `close` does not end the pool, which belongs to the caller. */
export function storePostgres(pool: pg.Pool, options: PostgresOptions = {}): EventStore {
  const { timeoutMs = 10_000, pollMs = 2_000, patienceMs = 60_000, shared } = options;
  const ask = pooledQuery(pool, timeoutMs);
  const recent = recentAppends();
  const append = appendPostgres(ask, recent);
  const streams = streamCache(laterOf(ask, shared ? sharedQuery(shared, timeoutMs) : ask));
  const { listen } = announcements(pool.options);
  const closed = new AbortController();
  const appendOne: EventStore['append'] = async (stream, events, expected) => {
    checkEvents(stream, events);
    return append({ stream, events, expected }).catch((error: unknown) => {
      if (error instanceof VersionConflict) streams.forget(stream);
      return outcomeOf(error);
    });
  };
  return {
    name: 'postgres',
    append: appendOne,
    // the append queue keeps the order of these calls and writes them in shared transactions
    async appendAll(appends) {
      const asked = appends.map(({ stream, events, expected }) => appendOne(stream, events, expected));
      await Promise.allSettled(asked);
      return Promise.all(asked);
    },
    read: (stream, until) => streams.read(stream, until),
    readAll(after, signal) {
      return follow(source({ ask, recent, listen, pollMs }), {
        after,
        signal: AbortSignal.any([signal, closed.signal]),
        patienceMs,
      });
    },
    async head() {
      const [row] = await ask<{ position: string }>({
        text: 'select e.position::text as position from public.eventi e order by e.position desc limit 1',
      });
      return row ? positionFromText(row.position) : null;
    },
    async countAfter(after, limit) {
      const text = 'select count(*)::int as quanti from (select from public.eventi e where e.position > $1 limit $2) as dopo';
      const [row] = await ask<{ quanti: number }>({ text, values: [textFromPosition(after), limit] });
      return row?.quanti ?? 0;
    },
    async close() {
      closed.abort();
    },
  };
}
