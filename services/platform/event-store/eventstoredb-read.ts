import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type RecordedEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { StoreSilent } from './timeouts.ts';
import { eventStoreError, typeOf } from './eventstoredb-errors.ts';
import { logPosition } from './eventstoredb-position.ts';

/** Connection to a server, with the prefix of this portal's stream names. */
export interface Connection {
  /** The client in use. Read it for each call, since it may be replaced. */
  readonly client: EventStoreDBClient;
  prefix: string;
}

/** Returns the regular expression of this portal's stream names for the server's filter. Excludes system streams, which begin with `$`. */
export const streamFilter = (prefix: string): string => (prefix ? `^${prefix}` : '^[^$]');

const isOurs = (name: string, prefix: string): boolean => (prefix ? name.startsWith(prefix) : !name.startsWith('$'));

export function toStored(prefix: string, { streamId, revision, type, data, metadata, position }: RecordedEvent): StoredEvent {
  // all events of this portal's streams were written by `append`, so data and metadata have these types
  const ours = { data, metadata } as unknown as { data: JsonObject; metadata: EventMetadata };
  return { stream: streamId.slice(prefix.length), version: Number(revision) + 1, type, ...ours, position: logPosition(position) };
}

type Emits<Name, E> = { on(event: Name, listener: (event: E) => void): unknown };

interface OpenRead<E> {
  stream: Emits<'data', E> & Emits<'error', Error> & { on(event: 'end', listener: () => void): unknown };
  /** Cancels the call on the server. */
  leave(): Promise<void>;
}

/** Registers a callback that restarts the timeout when the server works without sending events. */
export type AtWork = (alive: () => void) => void;

/**
 * Calls `forEach` with each event until it returns false or the read ends. Rejects with `StoreSilent` after `ms` milliseconds without a
 * sign of the server.
 */
export function scroll<E>({ stream, leave }: OpenRead<E>, ms: number, forEach: (event: E) => boolean, atWork?: AtWork): Promise<void> {
  return new Promise((resolve, reject) => {
    let finished = false;
    const end = (settle: () => void) => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      settle();
      leave().catch(() => {});
    };
    const timer = setTimeout(() => end(() => reject(new StoreSilent(`EventStoreDB did not answer in ${ms} ms`))), ms);
    atWork?.(() => timer.refresh());
    stream.on('error', (error) => end(() => reject(eventStoreError(error))));
    stream.on('end', () => end(resolve));
    stream.on('data', (event) => {
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

/** Reads the events of a stream with versions above `after` and up to `until`; empty if there are none. */
export async function readStream(
  { client, prefix }: Connection,
  { stream, after, until }: { stream: string; after: number; until: number },
  ms: number,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  if (until <= after) return events;
  const read = client.readStream(prefix + stream, { fromRevision: after === 0 ? START : BigInt(after), direction: FORWARDS });
  try {
    await scroll<ResolvedEvent>({ stream: read, leave: () => read.cancel() }, ms, ({ event }) => {
      if (event) events.push(toStored(prefix, event));
      return event === undefined || Number(event.revision) + 1 < until;
    });
  } catch (error) {
    if (typeOf(error) !== 'stream-not-found') throw error;
  }
  return events;
}

/** Calls `forEach` with the positions of the log from its end backwards, system events included, until it returns false. */
export function scrollBack(
  { client, prefix }: Connection,
  ms: number,
  forEach: (position: string, ours: boolean) => boolean,
): Promise<void> {
  const read = client.readAll({ fromPosition: END, direction: BACKWARDS });
  return scroll(
    { stream: read, leave: () => read.cancel() },
    ms,
    ({ event }: AllStreamResolvedEvent) => !event || forEach(logPosition(event.position), isOurs(event.streamId, prefix)),
  );
}
