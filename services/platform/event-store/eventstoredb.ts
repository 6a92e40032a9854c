import type { StoredEvent } from '#contracts/core/events.ts';
import { outcomeOf, VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import { checkEvents } from './checks.ts';
import { append } from './eventstoredb-append.ts';
import { appendInTurn } from './append-in-turn.ts';
import { renewableClient } from './eventstoredb-client.ts';
import { StoreSilent, timeoutMs as withinMs } from './expected.ts';
import { knownLog } from './eventstoredb-known.ts';
import { readStream, type Connection } from './eventstoredb-read.ts';
import { rememberedStreams } from './remembered-streams.ts';
import { subscription } from './eventstoredb-follow.ts';
import { prefixes } from './prefixes.ts';
import { retry } from './retry.ts';
import { follow } from './follow.ts';

export interface EventStoreDBOptions {
  /** An answer that takes longer is StoreUnavailable, all attempts together. */
  timeoutMs?: number;
  /** A client without an answer for so long is replaced by a new one. */
  silenceMs?: number;
  /** Time that a reader waits for a store that is away before it gives up. */
  patienceMs?: number;
  /** Prefix of stream names on a server that several portals share: letters, digits and hyphens. */
  prefix?: string;
}

/** The log in EventStoreDB (22.6 or later), from a connection string (`esdb://…`, `esdb+discover://…`). */
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
  const known = prefixes();
  const log = knownLog(connection, clients.broken);
  const closed = new AbortController();

  /** Does it again on a new client where the one in use did not answer. */
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
  const streams = rememberedStreams((stream, after, until) => attempts((ms) => readStream(connection, { stream, after, until }, ms)));

  /** As it is now: what is known of it, and what came since. */
  async function read(stream: string, ms: number): Promise<StoredEvent[]> {
    const events = await withinMs(ms, streams.read(stream));
    known.remember(stream, events);
    return events;
  }

  const appendOne: EventStore['append'] = async (stream, events, expected) => {
    checkEvents(stream, events);
    return attempts((ms) => append({ connection, read, prefixes: known }, { stream, events, expected }, ms)).catch((error: unknown) => {
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
