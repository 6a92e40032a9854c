import { status } from '@grpc/grpc-js';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { startEventStoreServer, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import { storeEventStoreDB } from './eventstoredb.ts';
import { facts, fact, newReader, freshStream } from './testing.ts';

describe('EventStoreDB quando qualcosa va storto', () => {
  let server: ServerEventStore;
  let store: EventStore;
  beforeAll(async () => {
    server = await startEventStoreServer();
    store = storeEventStoreDB(server.url);
  });
  afterAll(async () => {
    await store.close();
    await server.shutdown();
  });

  test.each(['none', 'any'] as const)('una risposta persa non scrive due volte (attesa: %s)', async (expected) => {
    const stream = freshStream();
    server.faults.answersToLose = 1;
    const result = await store.append(stream, facts(2), expected);
    const read = await store.read(stream);
    expect(server.faults.answersToLose).toBe(0);
    expect(read.map((e) => e.version)).toEqual([1, 2]);
    expect(result).toEqual({ version: 2, position: read[1]!.position });
  });

  test('con la risposta persa e altri che scrivono subito dopo, la ripetizione trova i suoi eventi', async () => {
    const stream = freshStream();
    const events = facts(1);
    server.faults.answersToLose = 3;
    await expect(store.append(stream, events, 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    server.faults.answersToLose = 0;
    await store.append(stream, facts(2), 1);
    server.log.forget();
    expect((await store.append(stream, events, 'any')).version).toBe(1);
    expect((await store.append(stream, events, 3)).version).toBe(1);
    expect(await store.read(stream)).toHaveLength(3);
  });

  test('una ripetizione lasciata senza risposta si ritrova nello stream, senza aspettare che scada', async () => {
    const stream = freshStream();
    const events = facts(2);
    const second = storeEventStoreDB(server.url);
    server.faults.dropsRepeated = true;
    try {
      const first = await store.append(stream, events, 'none');
      expect(await second.append(stream, events, 'none')).toEqual(first);
      // the dropped append does not delay the writer's next one
      expect((await second.append(stream, facts(1), 2)).version).toBe(3);
    } finally {
      server.faults.dropsRepeated = false;
      await second.close();
    }
  });

  test('un rifiuto passeggero si supera da solo', async () => {
    const stream = freshStream();
    server.faults.toRefuse = 2;
    expect((await store.append(stream, facts(1), 'none')).version).toBe(1);
    expect(server.faults.toRefuse).toBe(0);
  });

  test('molte scritture insieme sopravvivono alla caduta della connessione, ognuna una volta', async () => {
    const streams = Array.from({ length: 20 }, freshStream);
    const appends = streams.map((stream) => store.append(stream, facts(2), 'none'));
    await server.stop();
    await server.restart();
    const results = await Promise.all(appends);
    expect(results.every((r) => r.version === 2)).toBe(true);
    for (const stream of streams) expect(await store.read(stream)).toHaveLength(2);
  });

  test('la posizione che manca alla risposta di una ripetizione si trova nel flusso', async () => {
    const stream = freshStream();
    const events = facts(2);
    const result = await store.append(stream, events, 'none');
    server.faults.hidesPosition = true;
    expect(await store.append(stream, events, 'none')).toEqual(result);
    server.faults.hidesPosition = false;
  });

  test('un server che tace è assente, senza attese infinite', async () => {
    const hasty = storeEventStoreDB(server.url, { timeoutMs: 300 });
    server.faults.mute = true;
    await expect(hasty.append(freshStream(), facts(1), 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    server.faults.mute = false;
    await hasty.close();
  });

  test('un evento troppo grande è un errore di chi scrive, non un’assenza', async () => {
    const stream = freshStream();
    const error: unknown = await store.append(stream, [fact({ testo: 'x'.repeat(1_100_000) })], 'none').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StoreUnavailable);
    expect(await store.read(stream)).toEqual([]);
  });

  test.each([status.CANCELLED, status.UNAVAILABLE, status.ABORTED])(
    'una sottoscrizione interrotta riprende da dove era (codice %i)',
    async (code) => {
      const stream = freshStream();
      const reader = newReader(store, await store.head(), (e) => e.stream === stream);
      await store.append(stream, facts(3), 'none');
      await reader.wait(3);
      expect(server.breakSubscriptions(code)).toBe(1);
      await store.append(stream, facts(2), 3);
      await reader.wait(5);
      await reader.stop();
      expect(reader.events.map((e) => e.version)).toEqual([1, 2, 3, 4, 5]);
    },
  );

  test('chi smette di leggere non lascia sottoscrizioni aperte', async () => {
    const reader = newReader(store, null);
    await reader.wait(1);
    await reader.stop();
    for await (const _ of store.readAll(null, new AbortController().signal)) break;
    await vi.waitFor(() => expect(server.breakSubscriptions()).toBe(0), 15_000);
  });

  test('ciò che il server scrive per sé non si vede', async () => {
    const stream = freshStream();
    const { position } = await store.append(stream, facts(1), 'none');
    const reader = newReader(store, position);
    server.writeSystem(700);
    expect(await store.head()).toBe(position);
    expect(await store.countAfter(position, 10)).toBe(0);
    const next = await store.append(stream, facts(1), 1);
    await reader.wait(1);
    await reader.stop();
    expect(reader.events.map((e) => e.position)).toEqual([next.position]);
    expect(await store.countAfter(position, 10)).toBe(1);
  });

  test('chi ha trovato ciò che cercava non si fa mandare il resto', async () => {
    server.writeSystem(20_000);
    const { position } = await store.append(freshStream(), facts(1), 'none');
    const before = server.readsLeft();
    expect(await store.head()).toBe(position);
    await vi.waitFor(() => expect(server.readsLeft()).toBe(before + 1), 15_000);
  });

  test('dopo una lunga assenza chi legge si arrende con un errore chiaro', async () => {
    const impatient = storeEventStoreDB(server.url, { patienceMs: 300 });
    await server.stop();
    await expect(newReader(impatient, null).wait(1)).rejects.toBeInstanceOf(StoreUnavailable);
    await server.restart();
    await impatient.close();
  });
});

describe('Il server di prova parla come EventStoreDB', () => {
  let server: ServerEventStore;
  beforeAll(async () => {
    server = await startEventStoreServer();
  });
  afterAll(() => server.shutdown());

  test('si trova anche per gossip, e un gruppo irraggiungibile è un’assenza', async () => {
    const store = storeEventStoreDB(server.url.replace('esdb://', 'esdb+discover://'));
    expect((await store.append(freshStream(), facts(1), 'none')).version).toBe(1);
    await store.close();
    const lost = storeEventStoreDB('esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=1&discoveryInterval=1');
    await expect(lost.append(freshStream(), facts(1), 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    await lost.close();
  });

  test('anche con le scritture raccolte in una sola chiamata (BatchAppend)', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const stream = freshStream();
    const events = [1, 2, 3].map((n) => jsonEvent({ type: 'FattoDiProva.v1', data: { n } }));
    const written = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    expect(written).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(written);
    const another = jsonEvent({ type: 'FattoDiProva.v1', data: {} });
    await expect(client.appendToStream(stream, another, { expectedRevision: 0n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 2n,
    });
    // the adapter must search for repeated ids itself, since the real server accepts the same event again at the current version
    expect(await client.appendToStream(stream, events[2]!, { expectedRevision: 2n })).toMatchObject({ nextExpectedRevision: 3n });
    await client.dispose();
  });

  test('un indirizzo che nasconde le scritture rifiutate non si accetta', () => {
    expect(() => storeEventStoreDB(`${server.url}&throwOnAppendFailure=false`)).toThrow(/throwOnAppendFailure/);
  });
});
