import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { eventStoreError, typeOf } from './eventstoredb-errors.ts';
import { positionText, logPosition } from './eventstoredb-position.ts';

/** A client, and what the names of all its streams begin with on the server (may be empty). */
export interface Connection {
  client: EventStoreDBClient;
  prefix: string;
}

/** For the names of our streams: those that the server keeps for itself begin with `$`. */
export const streamFilter = (prefix: string): string => (prefix ? `^${prefix}` : '^[^$]');

const isOurs = (name: string, prefix: string): boolean => (prefix ? name.startsWith(prefix) : !name.startsWith('$'));

export function toStored(prefix: string, { streamId, revision, type, data, metadata, position }: RecordedEvent): StoredEvent {
  // what append wrote: every event of the log is one of ours
  const ours = { data, metadata } as unknown as { data: JsonObject; metadata: EventMetadata };
  return { stream: streamId.slice(prefix.length), version: Number(revision) + 1, type, ...ours, position: logPosition(position) };
}

/** Hands out what is read until `forEach` answers false; StoreUnavailable when nothing comes for `ms`. */
function scroll<E>(read: StreamingRead<E>, ms: number, forEach: (event: E) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let finished = false;
    const end = (settle: () => void) => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      settle();
      // leaving is not enough: the call would stay open on the server
      read.cancel().catch(() => {});
    };
    const timer = setTimeout(() => end(() => reject(new StoreUnavailable(`EventStoreDB did not answer in ${ms} ms`))), ms);
    read.on('error', (error) => end(() => reject(eventStoreError(error))));
    read.on('end', () => end(resolve));
    read.on('data', (event) => {
      if (finished) return;
      timer.refresh();
      try {
        if (!forEach(event)) end(resolve);
      } catch (error) {
        end(() => reject(error as Error));
      }
    });
  });
}

export async function readStream(
  { client, prefix }: Connection,
  stream: string,
  ms: number,
  until = Number.POSITIVE_INFINITY,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  if (until <= 0) return events;
  try {
    await scroll(client.readStream(prefix + stream, { fromRevision: START, direction: FORWARDS }), ms, ({ event }) => {
      if (event) events.push(toStored(prefix, event));
      return events.length < until;
    });
  } catch (error) {
    if (typeOf(error) !== 'stream-not-found') throw error;
  }
  return events;
}

/** Reads the whole log, what is not ours left out, until `forEach` answers false. */
function scrollAll(
  { client, prefix }: Connection,
  ms: number,
  from: { after: string | null } | 'end',
  forEach: (position: string) => boolean,
): Promise<void> {
  const backwards = from === 'end';
  const after = backwards ? null : from.after;
  const fromPosition = backwards ? END : after === null ? START : positionText(after);
  const read = client.readAll({ fromPosition, direction: backwards ? BACKWARDS : FORWARDS });
  return scroll(read, ms, ({ event }: AllStreamResolvedEvent) => {
    if (!event || !isOurs(event.streamId, prefix)) return true;
    const position = logPosition(event.position);
    // a read begins with the very event it is given
    return position === after || forEach(position);
  });
}

export async function lastPosition(connection: Connection, ms: number): Promise<string | null> {
  let last: string | null = null;
  await scrollAll(connection, ms, 'end', (position) => {
    last = position;
    return false;
  });
  return last;
}

export async function countAfter(connection: Connection, after: string | null, limit: number, ms: number): Promise<number> {
  let count = 0;
  if (limit <= 0) return count;
  await scrollAll(connection, ms, { after }, () => ++count < limit);
  return count;
}
