import { BACKWARDS, END, FORWARDS, START, type AllStreamResolvedEvent, type EventStoreDBClient, type RecordedEvent, type StreamingRead } from '@eventstore/db-client';
import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { erroreDiEventStore, tipoDi } from './eventstoredb-errors.ts';
import { daPosizione, posizione } from './eventstoredb-position.ts';

/** Streams that the server keeps for itself. */
export const FILTRO_FLUSSI = '^[^$]';

export function evento({ streamId, revision, type, data, metadata, position }: RecordedEvent): StoredEvent {
  // what append wrote: every event of the log is one of ours
  const nostri = { data, metadata } as unknown as { data: JsonObject; metadata: EventMetadata };
  return { stream: streamId, version: Number(revision) + 1, type, ...nostri, position: posizione(position) };
}

/** Hands out what is read until `perOgni` answers false; StoreUnavailable when nothing comes for `ms`. */
function scorri<E>(read: StreamingRead<E>, ms: number, perOgni: (event: E) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let finito = false;
    const fine = (settle: () => void) => {
      if (finito) return;
      finito = true;
      clearTimeout(timer);
      settle();
      // leaving is not enough: the call would stay open on the server
      read.cancel().catch(() => {});
    };
    const timer = setTimeout(() => fine(() => reject(new StoreUnavailable(`EventStoreDB did not answer in ${ms} ms`))), ms);
    read.on('error', (error) => fine(() => reject(erroreDiEventStore(error))));
    read.on('end', () => fine(resolve));
    read.on('data', (event) => {
      if (finito) return;
      timer.refresh();
      try {
        if (!perOgni(event)) fine(resolve);
      } catch (error) {
        fine(() => reject(error as Error));
      }
    });
  });
}

export async function leggiFlusso(client: EventStoreDBClient, stream: string, ms: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  try {
    await scorri(client.readStream(stream, { fromRevision: START, direction: FORWARDS }), ms, ({ event }) => {
      if (event) events.push(evento(event));
      return true;
    });
  } catch (error) {
    if (tipoDi(error) !== 'stream-not-found') throw error;
  }
  return events;
}

/** Reads the whole log, the server's own events left out, until `perOgni` answers false. */
function scorriTutto(client: EventStoreDBClient, ms: number, from: { after: string | null } | 'end', perOgni: (position: string) => boolean): Promise<void> {
  const backwards = from === 'end';
  const after = backwards ? null : from.after;
  const fromPosition = backwards ? END : after === null ? START : daPosizione(after);
  const read = client.readAll({ fromPosition, direction: backwards ? BACKWARDS : FORWARDS });
  return scorri(read, ms, ({ event }: AllStreamResolvedEvent) => {
    if (!event || event.streamId.startsWith('$')) return true;
    const position = posizione(event.position);
    // a read begins with the very event it is given
    return position === after || perOgni(position);
  });
}

export async function ultimaPosizione(client: EventStoreDBClient, ms: number): Promise<string | null> {
  let last: string | null = null;
  await scorriTutto(client, ms, 'end', (position) => {
    last = position;
    return false;
  });
  return last;
}

export async function contaDopo(client: EventStoreDBClient, after: string | null, limit: number, ms: number): Promise<number> {
  let count = 0;
  if (limit <= 0) return count;
  await scorriTutto(client, ms, { after }, () => ++count < limit);
  return count;
}
