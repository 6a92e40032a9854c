import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { createBell, StoreSilent } from './timeouts.ts';
import { eventStoreError } from './eventstoredb-errors.ts';
import { toStored, streamFilter, type Connection } from './eventstoredb-read.ts';
import { positionText } from './eventstoredb-position.ts';
import { BATCH, type Source } from './follow.ts';

const NO_LIMIT = 2 ** 31 - 1;

/** Takes the events that have arrived, at most `BATCH`. Waits a few turns of the event loop for events that are still arriving. */
async function batch(stream: AllStreamSubscription): Promise<AllStreamResolvedEvent[]> {
  const events: AllStreamResolvedEvent[] = [];
  for (let empty = 0; empty < 3 && events.length < BATCH; empty++) {
    while (events.length < BATCH) {
      const next = stream.read() as AllStreamResolvedEvent | null;
      if (!next) break;
      events.push(next);
      empty = 0;
    }
    if (!events.length) break;
    await nextTurn();
  }
  return events;
}

function subscribe(client: EventStoreDBClient, prefix: string, after: string | null): AllStreamSubscription {
  const filter = streamNameFilter({ regex: streamFilter(prefix) });
  const fromPosition = after === null ? START : positionText(after);
  return client.subscribeToAll({ fromPosition, filter }, { highWaterMark: BATCH });
}

interface Silence {
  /** Time limit for the server to confirm a subscription. */
  silenceMs: number;
  /** Called with the client whose subscription was not confirmed in time. */
  silent(client: EventStoreDBClient): void;
}

/** Creates a source that reads from one subscription and ends with it, since the client does not renew a subscription. */
export function subscription(connection: Connection, { silenceMs, silent }: Silence): Source {
  return async function* ({ after, signal, live }) {
    const { client, prefix } = connection;
    const stream = subscribe(client, prefix, after);
    const { ring, wait: waitFor } = createBell();
    let confirmed = false;
    let failure: unknown;
    stream.on('readable', ring);
    stream.on('confirmation', () => {
      confirmed = true;
      live();
      ring();
    });
    stream.on('error', (error) => {
      failure ??= eventStoreError(error);
      ring();
    });
    stream.on('close', () => {
      failure ??= new StoreUnavailable('EventStoreDB ended the subscription');
      ring();
    });
    stream.on('end', () => {
      failure ??= new StoreUnavailable('EventStoreDB ended the subscription');
      ring();
    });
    try {
      while (!signal.aborted) {
        const events = await batch(stream);
        if (events.length) yield events.flatMap(({ event }) => (event ? [toStored(prefix, event)] : []));
        else if (failure) throw failure;
        else {
          await waitFor(confirmed ? NO_LIMIT : silenceMs, signal);
          if (!confirmed && !failure && !signal.aborted) {
            silent(client);
            throw new StoreSilent(`EventStoreDB did not answer in ${silenceMs} ms`);
          }
        }
      }
    } finally {
      // leaving the loop is not enough: the call would stay open on the server
      stream.unsubscribe().catch(() => {});
    }
  };
}
