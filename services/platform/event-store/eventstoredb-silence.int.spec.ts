import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable, type EventStore } from '#contracts/ports/event-store.ts';
import { startEventStoreServer, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import { tcpProxy, type TcpProxy } from '../../../test/tcp-proxy.ts';
import { storeEventStoreDB } from './eventstoredb.ts';
import { facts, freshStream, newReader } from './testing.ts';

/** Time limit well below the 20 s after which keep-alive pings would detect the silence. */
const SOON = { timeout: 8_000, interval: 20 };

describe('EventStoreDB quando la connessione sta, ma non passa più niente', () => {
  let server: ServerEventStore;
  let proxy: TcpProxy;
  let store: EventStore;
  beforeAll(async () => {
    server = await startEventStoreServer();
  });
  afterAll(() => server.shutdown());
  beforeEach(async () => {
    proxy = await tcpProxy({ host: '127.0.0.1', port: Number(new URL(server.url.replace('esdb', 'http')).port) });
    store = storeEventStoreDB(`esdb://127.0.0.1:${proxy.port}?tls=false`, { silenceMs: 300, timeoutMs: 700 });
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  /** Simulates a NAT or proxy that lost its connections: old connections stay open, new ones are accepted, and no byte arrives. */
  function vanish(): void {
    proxy.mute(true);
    proxy.silence();
  }

  test('già all’avvio: quando i byte passano di nuovo, risponde subito', async () => {
    vanish();
    for (let attempt = 0; attempt < 3; attempt++) await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    proxy.mute(false);
    await vi.waitFor(() => store.head(), SOON);
  });

  test('mentre lavora: chi scrive e chi legge riprendono da dove erano', async () => {
    const stream = freshStream();
    await store.append(stream, facts(1), 'none');
    const reader = newReader(store, null, (event) => event.stream === stream);
    await reader.wait(1);
    vanish();
    await expect(store.append(stream, facts(1), 1)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    proxy.mute(false);
    await vi.waitFor(() => store.append(stream, facts(1), 1), SOON);
    await vi.waitFor(() => expect(reader.events.map(({ version }) => version)).toEqual([1, 2]), SOON);
    await reader.stop();
  });

  test('chi soltanto legge: la sottoscrizione che non arriva in tempo si fa di nuovo', async () => {
    const stream = freshStream();
    await storeOf(server, (direct) => direct.append(stream, facts(1), 'none'));
    vanish();
    const reader = newReader(store, null, (event) => event.stream === stream);
    await vi.waitFor(() => expect(proxy.taken()).toBeGreaterThan(1), SOON);
    proxy.mute(false);
    await vi.waitFor(() => expect(reader.events).toHaveLength(1), SOON);
    await reader.stop();
  });
});

async function storeOf<T>({ url }: ServerEventStore, work: (store: EventStore) => Promise<T>): Promise<T> {
  const direct = storeEventStoreDB(url);
  return work(direct).finally(() => direct.close());
}
