import { status } from '@grpc/grpc-js';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { avviaServerEventStore, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import { storeEventStoreDB } from './eventstoredb.ts';
import { fatti, fatto, lettore, nuovoStream } from './testing.ts';

describe('EventStoreDB quando qualcosa va storto', () => {
  let server: ServerEventStore;
  let store: EventStore;
  beforeAll(async () => {
    server = await avviaServerEventStore();
    store = storeEventStoreDB(server.url);
  });
  afterAll(async () => {
    await store.close();
    await server.ferma();
  });

  test.each(['none', 'any'] as const)('una risposta persa non scrive due volte (attesa: %s)', async (expected) => {
    const stream = nuovoStream();
    server.guasti.risposteDaPerdere = 1;
    const result = await store.append(stream, fatti(2), expected);
    const read = await store.read(stream);
    expect(server.guasti.risposteDaPerdere).toBe(0);
    expect(read.map((e) => e.version)).toEqual([1, 2]);
    expect(result).toEqual({ version: 2, position: read[1]!.position });
  });

  test('con la risposta persa e altri che scrivono subito dopo, la ripetizione trova i suoi eventi', async () => {
    const stream = nuovoStream();
    const events = fatti(1);
    server.guasti.risposteDaPerdere = 3;
    await expect(store.append(stream, events, 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    server.guasti.risposteDaPerdere = 0;
    await store.append(stream, fatti(2), 1);
    server.log.dimentica();
    expect((await store.append(stream, events, 'any')).version).toBe(1);
    expect((await store.append(stream, events, 3)).version).toBe(1);
    expect(await store.read(stream)).toHaveLength(3);
  });

  test('un rifiuto passeggero si supera da solo', async () => {
    const stream = nuovoStream();
    server.guasti.daRifiutare = 2;
    expect((await store.append(stream, fatti(1), 'none')).version).toBe(1);
    expect(server.guasti.daRifiutare).toBe(0);
  });

  test('molte scritture insieme sopravvivono alla caduta della connessione, ognuna una volta', async () => {
    const streams = Array.from({ length: 20 }, nuovoStream);
    const appends = streams.map((stream) => store.append(stream, fatti(2), 'none'));
    await server.spegni();
    await server.riaccendi();
    const results = await Promise.all(appends);
    expect(results.every((r) => r.version === 2)).toBe(true);
    for (const stream of streams) expect(await store.read(stream)).toHaveLength(2);
  });

  test('la posizione che manca alla risposta di una ripetizione si trova nel flusso', async () => {
    const stream = nuovoStream();
    const events = fatti(2);
    const result = await store.append(stream, events, 'none');
    server.guasti.taceLaPosizione = true;
    expect(await store.append(stream, events, 'none')).toEqual(result);
    server.guasti.taceLaPosizione = false;
  });

  test('un server che tace è assente, senza attese infinite', async () => {
    const frettoloso = storeEventStoreDB(server.url, { scadenzaMs: 300 });
    server.guasti.muto = true;
    await expect(frettoloso.append(nuovoStream(), fatti(1), 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    server.guasti.muto = false;
    await frettoloso.close();
  });

  test('un evento troppo grande è un errore di chi scrive, non un’assenza', async () => {
    const stream = nuovoStream();
    const error: unknown = await store.append(stream, [fatto({ testo: 'x'.repeat(1_100_000) })], 'none').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StoreUnavailable);
    expect(await store.read(stream)).toEqual([]);
  });

  test.each([status.CANCELLED, status.UNAVAILABLE, status.ABORTED])('una sottoscrizione interrotta riprende da dove era (codice %i)', async (codice) => {
    const stream = nuovoStream();
    const reader = lettore(store, await store.head(), (e) => e.stream === stream);
    await store.append(stream, fatti(3), 'none');
    await reader.attendi(3);
    expect(server.interrompiSottoscrizioni(codice)).toBe(1);
    await store.append(stream, fatti(2), 3);
    await reader.attendi(5);
    await reader.ferma();
    expect(reader.eventi.map((e) => e.version)).toEqual([1, 2, 3, 4, 5]);
  });

  test('chi smette di leggere non lascia sottoscrizioni aperte', async () => {
    const reader = lettore(store, null);
    await reader.attendi(1);
    await reader.ferma();
    for await (const _ of store.readAll(null, new AbortController().signal)) break;
    await vi.waitFor(() => expect(server.interrompiSottoscrizioni()).toBe(0));
  });

  test('ciò che il server scrive per sé non si vede', async () => {
    const stream = nuovoStream();
    const { position } = await store.append(stream, fatti(1), 'none');
    const reader = lettore(store, position);
    server.scriviDiSistema(700);
    expect(await store.head()).toBe(position);
    expect(await store.countAfter(position, 10)).toBe(0);
    const next = await store.append(stream, fatti(1), 1);
    await reader.attendi(1);
    await reader.ferma();
    expect(reader.eventi.map((e) => e.position)).toEqual([next.position]);
    expect(await store.countAfter(position, 10)).toBe(1);
  });

  test('chi ha trovato ciò che cercava non si fa mandare il resto', async () => {
    server.scriviDiSistema(20_000);
    const { position } = await store.append(nuovoStream(), fatti(1), 'none');
    const prima = server.lettureLasciate();
    expect(await store.head()).toBe(position);
    await vi.waitFor(() => expect(server.lettureLasciate()).toBe(prima + 1));
  });

  test('dopo una lunga assenza chi legge si arrende con un errore chiaro', async () => {
    const impaziente = storeEventStoreDB(server.url, { pazienzaMs: 300 });
    await server.spegni();
    await expect(lettore(impaziente, null).attendi(1)).rejects.toBeInstanceOf(StoreUnavailable);
    await server.riaccendi();
    await impaziente.close();
  });
});

describe('Il server di prova parla come EventStoreDB', () => {
  let server: ServerEventStore;
  beforeAll(async () => {
    server = await avviaServerEventStore();
  });
  afterAll(() => server.ferma());

  test('si trova anche per gossip, e un gruppo irraggiungibile è un’assenza', async () => {
    const store = storeEventStoreDB(server.url.replace('esdb://', 'esdb+discover://'));
    expect((await store.append(nuovoStream(), fatti(1), 'none')).version).toBe(1);
    await store.close();
    const lost = storeEventStoreDB('esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=1&discoveryInterval=1');
    await expect(lost.append(nuovoStream(), fatti(1), 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    await lost.close();
  });

  test('anche con le scritture raccolte in una sola chiamata (BatchAppend)', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const stream = nuovoStream();
    const events = [1, 2, 3].map((n) => jsonEvent({ type: 'FattoDiProva.v1', data: { n } }));
    const written = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    expect(written).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(written);
    const another = jsonEvent({ type: 'FattoDiProva.v1', data: {} });
    await expect(client.appendToStream(stream, another, { expectedRevision: 0n })).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 2n });
    // what the adapter guards against: at the version it finds, the real server takes the same event again
    expect(await client.appendToStream(stream, events[2]!, { expectedRevision: 2n })).toMatchObject({ nextExpectedRevision: 3n });
    await client.dispose();
  });

  test('un indirizzo che nasconde le scritture rifiutate non si accetta', () => {
    expect(() => storeEventStoreDB(`${server.url}&throwOnAppendFailure=false`)).toThrow(/throwOnAppendFailure/);
  });
});
