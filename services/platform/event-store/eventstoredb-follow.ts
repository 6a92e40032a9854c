import { setImmediate as turno } from 'node:timers/promises';
import { START, streamNameFilter, type AllStreamResolvedEvent, type AllStreamSubscription, type EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { campanello } from './expected.ts';
import { erroreDiEventStore } from './eventstoredb-errors.ts';
import { evento, FILTRO_FLUSSI } from './eventstoredb-read.ts';
import { daPosizione } from './eventstoredb-position.ts';
import { LOTTO, type Sorgente } from './follow.ts';

const SENZA_LIMITE = 2 ** 31 - 1;

/** Takes what is there, up to a batch, giving what is on its way a few turns of the event loop to arrive. */
async function lotto(stream: AllStreamSubscription): Promise<AllStreamResolvedEvent[]> {
  const events: AllStreamResolvedEvent[] = [];
  for (let vuoti = 0; vuoti < 3 && events.length < LOTTO; vuoti++) {
    while (events.length < LOTTO) {
      const next = stream.read() as AllStreamResolvedEvent | null;
      if (!next) break;
      events.push(next);
      vuoti = 0;
    }
    if (!events.length) break;
    await turno();
  }
  return events;
}

function abbonati(client: EventStoreDBClient, after: string | null): AllStreamSubscription {
  const filter = streamNameFilter({ regex: FILTRO_FLUSSI });
  const fromPosition = after === null ? START : daPosizione(after);
  return client.subscribeToAll({ fromPosition, filter }, { highWaterMark: LOTTO });
}

/** One subscription, as long as it lasts: the client does not renew it. */
export function sottoscrizione(client: EventStoreDBClient, scadenzaMs: number): Sorgente {
  return async function* ({ after, signal, vivo }) {
    const stream = abbonati(client, after);
    const { suona, attendi } = campanello();
    let confermata = false;
    let errore: unknown;
    stream.on('readable', suona);
    stream.on('confirmation', () => {
      confermata = true;
      vivo();
      suona();
    });
    stream.on('error', (error) => {
      errore ??= erroreDiEventStore(error);
      suona();
    });
    stream.on('close', () => {
      errore ??= new StoreUnavailable('EventStoreDB ended the subscription');
      suona();
    });
    stream.on('end', () => {
      errore ??= new StoreUnavailable('EventStoreDB ended the subscription');
      suona();
    });
    try {
      while (!signal.aborted) {
        const events = await lotto(stream);
        if (events.length) yield events.flatMap(({ event }) => (event ? [evento(event)] : []));
        else if (errore) throw errore;
        else {
          await attendi(confermata ? SENZA_LIMITE : scadenzaMs, signal);
          if (!confermata && !errore && !signal.aborted) throw new StoreUnavailable(`EventStoreDB did not answer in ${scadenzaMs} ms`);
        }
      }
    } finally {
      // leaving is not enough: the call would stay open on the server
      stream.unsubscribe().catch(() => {});
    }
  };
}
