import { BACKWARDS, END, FORWARDS, START, type AllStreamResolvedEvent, type EventStoreDBClient, type RecordedEvent, type StreamingRead } from '@eventstore/db-client';
import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { eventStoreError, typeOf } from './eventstoredb-errors.ts';
import { positionText, logPosition } from './eventstoredb-position.ts';

/** Streams that the server keeps for itself. */
export const STREAM_FILTER = '^[^$]';

export function toStored({ streamId, revision, type, data, metadata, position }: RecordedEvent): StoredEvent {
  // what append wrote: every event of the log is one of ours
  const ours = { data, metadata } as unknown as { data: JsonObject; metadata: EventMetadata };
  return { stream: streamId, version: Number(revision) + 1, type, ...ours, position: logPosition(position) };
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

export async function readStream(client: EventStoreDBClient, stream: string, ms: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  try {
    await scroll(client.readStream(stream, { fromRevision: START, direction: FORWARDS }), ms, ({ event }) => {
      if (event) events.push(toStored(event));
      return true;
    });
  } catch (error) {
    if (typeOf(error) !== 'stream-not-found') throw error;
  }
  return events;
}

/** Reads the whole log, the server's own events left out, until `forEach` answers false. */
function scrollAll(client: EventStoreDBClient, ms: number, from: { after: string | null } | 'end', forEach: (position: string) => boolean): Promise<void> {
  const backwards = from === 'end';
  const after = backwards ? null : from.after;
  const fromPosition = backwards ? END : after === null ? START : positionText(after);
  const read = client.readAll({ fromPosition, direction: backwards ? BACKWARDS : FORWARDS });
  return scroll(read, ms, ({ event }: AllStreamResolvedEvent) => {
    if (!event || event.streamId.startsWith('$')) return true;
    const position = logPosition(event.position);
    // a read begins with the very event it is given
    return position === after || forEach(position);
  });
}

export async function lastPosition(client: EventStoreDBClient, ms: number): Promise<string | null> {
  let last: string | null = null;
  await scrollAll(client, ms, 'end', (position) => {
    last = position;
    return false;
  });
  return last;
}

export async function countAfter(client: EventStoreDBClient, after: string | null, limit: number, ms: number): Promise<number> {
  let count = 0;
  if (limit <= 0) return count;
  await scrollAll(client, ms, { after }, () => ++count < limit);
  return count;
}
