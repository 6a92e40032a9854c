import type { StoredEvent } from '#contracts/core/events.ts';
import { outcomeOf, VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import { checkEvents } from './checks.ts';
import { append } from './eventstoredb-append.ts';
import { appendInTurn } from './append-in-turn.ts';
import { renewableClient } from './eventstoredb-client.ts';
import { StoreSilent, withTimeout as withinMs } from './timeouts.ts';
import { logHeadCache } from './eventstoredb-known.ts';
import { readStream, type Connection } from './eventstoredb-read.ts';
import { streamCache } from './remembered-streams.ts';
import { subscription } from './eventstoredb-follow.ts';
import { eventIdPrefixes } from './prefixes.ts';
import { retry } from './retry.ts';
import { follow } from './follow.ts';

export interface EventStoreDBOptions {
  /** Timeout in milliseconds of a call with all its retries; then `StoreUnavailable` is thrown. */
  timeoutMs?: number;
  /** Milliseconds without an answer after which the client is replaced by a new one. */
  silenceMs?: number;
  /** Milliseconds for which a reader waits for an unreachable store before it gives up. */
  patienceMs?: number;
  /** Prefix of stream names on a server that several portals share: letters, digits and hyphens. */
  prefix?: string;
}

/** Creates the event store on EventStoreDB (22.6 or later), from a connection string (`esdb://…`, `esdb+discover://…`). */
export function storeEventStoreDB(
  url: string,
  { timeoutMs = 10_000, silenceMs = 5_000, patienceMs = 60_000, prefix = '' }: EventStoreDBOptions = {},
): EventStore {
  if (!/^[\w-]*$/.test(prefix)) throw new Error(`not a prefix of stream names: ${prefix}`);
  const clients = renewableClient(url);
  const connection: Connection = {
    get client() {
      return clients.current();
    },
    prefix,
  };
  const prefixes = eventIdPrefixes();
  const log = logHeadCache(connection, clients.broken);
  const closed = new AbortController();

  /** Runs a call with retries, and replaces the client after a call that got no answer. */
  const attempts = <T>(action: (ms: number) => Promise<T>): Promise<T> =>
    retry(timeoutMs, async (left) => {
      const { client } = connection;
      try {
        return await action(Math.min(left, silenceMs));
      } catch (error) {
        if (error instanceof StoreSilent) clients.replace(client);
        throw error;
      }
    });
  const streams = streamCache((stream, after, until) => attempts((ms) => readStream(connection, { stream, after, until }, ms)));

  /** Reads the whole stream: its cached events, and those appended since from the server. */
  async function read(stream: string, ms: number): Promise<StoredEvent[]> {
    const events = await withinMs(ms, streams.read(stream));
    prefixes.remember(stream, events);
    return events;
  }

  const appendOne: EventStore['append'] = async (stream, events, expected) => {
    checkEvents(stream, events);
    return attempts((ms) => append({ connection, read, prefixes }, { stream, events, expected }, ms)).catch((error: unknown) => {
      if (error instanceof VersionConflict) streams.forget(stream);
      return outcomeOf(error);
    });
  };
  return {
    name: 'eventstoredb',
    append: appendOne,
    appendAll: appendInTurn(appendOne),
    read: (stream, until) => (until === undefined ? read(stream, timeoutMs) : streams.read(stream, until)),
    readAll(after, signal) {
      return follow(subscription(connection, { silenceMs, silent: clients.replace }), {
        after,
        signal: AbortSignal.any([signal, closed.signal]),
        patienceMs,
      });
    },
    head: () => attempts((ms) => log.head(ms)),
    countAfter: (after, limit) => attempts((ms) => log.countAfter(after, limit, ms)),
    brokenConnections: clients.broken,
    async close() {
      closed.abort();
      await clients.close();
    },
  };
}
