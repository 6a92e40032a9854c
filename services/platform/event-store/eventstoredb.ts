import { EventStoreDBClient } from '@eventstore/db-client';
import type { StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import { checkEvents } from './checks.ts';
import { append } from './eventstoredb-append.ts';
import { appendInTurn } from './append-in-turn.ts';
import { timeoutMs as withinMs } from './expected.ts';
import { knownLog } from './eventstoredb-known.ts';
import { readStream } from './eventstoredb-read.ts';
import { rememberedStreams } from './remembered-streams.ts';
import { subscription } from './eventstoredb-follow.ts';
import { prefixes } from './prefixes.ts';
import { retry } from './retry.ts';
import { follow } from './follow.ts';

export interface EventStoreDBOptions {
  /** An answer that takes longer is StoreUnavailable. */
  timeoutMs?: number;
  /** How long a reader waits for a store that is away before it gives up. */
  patienceMs?: number;
  /** What the names of the streams begin with there, where several portals share a server: letters, digits and hyphens. */
  prefix?: string;
}

/**
 * A client that appends one call at a time (`Append`) rather than on a shared one (`BatchAppend`):
 * the shared one has no deadline of its own, and version 6.2.1 keeps the appends in flight in one
 * table for all its calls, so the end of one call loses those of another and then throws, uncaught,
 * at their answers.
 */
function createClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internal = client as unknown as { supports: () => Promise<boolean>; throwOnAppendFailure: boolean };
  // with it off a refused append looks like one that was accepted
  if (!internal.throwOnAppendFailure) throw new Error('EVENTSTORE_URL must not set throwOnAppendFailure=false');
  internal.supports = async () => false;
  return client;
}

/** The log in EventStoreDB (22.6 or later), from a connection string (`esdb://…`, `esdb+discover://…`). */
export function storeEventStoreDB(
  url: string,
  { timeoutMs = 10_000, patienceMs = 60_000, prefix = '' }: EventStoreDBOptions = {},
): EventStore {
  if (!/^[\w-]*$/.test(prefix)) throw new Error(`not a prefix of stream names: ${prefix}`);
  const connection = { client: createClient(url), prefix };
  const known = prefixes();
  const log = knownLog(connection);
  const closed = new AbortController();
  const streams = rememberedStreams((stream, after, until) => retry(timeoutMs, (ms) => readStream(connection, stream, after, until, ms)));

  /** As it is now: what is known of it, and what came since. */
  async function read(stream: string, ms: number): Promise<StoredEvent[]> {
    const events = await withinMs(ms, streams.read(stream));
    known.remember(stream, events);
    return events;
  }

  const appendOne: EventStore['append'] = async (stream, events, expected) => {
    checkEvents(stream, events);
    return retry(timeoutMs, (ms) => append({ ...connection, read, prefixes: known }, { stream, events, expected }, ms)).catch(
      (error: unknown) => {
        if (error instanceof VersionConflict) streams.forget(stream);
        throw error;
      },
    );
  };
  return {
    name: 'eventstoredb',
    append: appendOne,
    appendAll: appendInTurn(appendOne),
    read: (stream, until) => (until === undefined ? read(stream, timeoutMs) : streams.read(stream, until)),
    readAll(after, signal) {
      return follow(subscription(connection, timeoutMs), {
        after,
        signal: AbortSignal.any([signal, closed.signal]),
        patienceMs,
      });
    },
    head: () => retry(timeoutMs, (ms) => log.head(ms)),
    countAfter: (after, limit) => retry(timeoutMs, (ms) => log.countAfter(after, limit, ms)),
    async close() {
      closed.abort();
      await connection.client.dispose();
    },
  };
}
