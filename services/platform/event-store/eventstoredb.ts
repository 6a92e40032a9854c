import { EventStoreDBClient } from '@eventstore/db-client';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { controllaEventi } from './checks.ts';
import { appendi } from './eventstoredb-append.ts';
import { contaDopo, leggiFlusso, ultimaPosizione } from './eventstoredb-read.ts';
import { sottoscrizione } from './eventstoredb-follow.ts';
import { prefissi } from './prefixes.ts';
import { riprova } from './retry.ts';
import { segui } from './follow.ts';

export interface OpzioniEventStoreDB {
  /** An answer that takes longer is StoreUnavailable. */
  scadenzaMs?: number;
  /** How long a reader waits for a store that is away before it gives up. */
  pazienzaMs?: number;
}

/**
 * A client that appends one call at a time (`Append`) rather than on a shared one (`BatchAppend`):
 * the shared one has no deadline of its own, and version 6.2.1 keeps the appends in flight in one
 * table for all its calls, so the end of one call loses those of another and then throws, uncaught,
 * at their answers.
 */
function creaClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const interno = client as unknown as { supports: () => Promise<boolean>; throwOnAppendFailure: boolean };
  // with it off a refused append looks like one that was accepted
  if (!interno.throwOnAppendFailure) throw new Error('EVENTSTORE_URL must not set throwOnAppendFailure=false');
  interno.supports = async () => false;
  return client;
}

/** The log in EventStoreDB (22.6 or later), from a connection string (`esdb://…`, `esdb+discover://…`). */
export function storeEventStoreDB(url: string, { scadenzaMs = 10_000, pazienzaMs = 60_000 }: OpzioniEventStoreDB = {}): EventStore {
  const client = creaClient(url);
  const noti = prefissi();
  const chiuso = new AbortController();

  async function leggi(stream: string, ms: number): Promise<StoredEvent[]> {
    const events = await leggiFlusso(client, stream, ms);
    noti.ricorda(stream, events);
    return events;
  }

  return {
    nome: 'eventstoredb',
    async append(stream, events, expected) {
      controllaEventi(stream, events);
      return riprova(scadenzaMs, (ms) => appendi({ client, leggi, prefissi: noti }, { stream, events, expected }, ms));
    },
    read: (stream) => riprova(scadenzaMs, (ms) => leggi(stream, ms)),
    readAll(after, signal) {
      return segui(sottoscrizione(client, scadenzaMs), { after, signal: AbortSignal.any([signal, chiuso.signal]), pazienzaMs });
    },
    head: () => riprova(scadenzaMs, (ms) => ultimaPosizione(client, ms)),
    countAfter: (after, limit) => riprova(scadenzaMs, (ms) => contaDopo(client, after, limit, ms)),
    async close() {
      chiuso.abort();
      await client.dispose();
    },
  };
}
