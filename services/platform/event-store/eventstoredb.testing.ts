import { setTimeout as pause } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { tcpProxy } from '../../../test/tcp-proxy.ts';
import { storeEventStoreDB } from './eventstoredb.ts';
import type { Bench } from './testing.ts';

const IMAGE = 'eventstore/eventstore:23.10.0-bookworm-slim';
const PORT = 2113;

/** Name of the server for the conformance tests, and a function that starts the bench; `start` is `null` if no server is available. */
export type RealEventStore = { name: string; start: (() => Promise<Bench>) | null };

async function bench(url: string, { fresh, stop }: { fresh: boolean; stop(): Promise<void> }): Promise<Bench> {
  const { hostname, port, search, protocol, username } = new URL(url.replace(/^esdb/, 'http'));
  // the proxy works only for a single server without TLS: a cluster's nodes are addressed by their own names
  const plain = protocol === 'http:' && !username && search.includes('tls=false');
  const proxy = plain ? await tcpProxy({ host: hostname, port: Number(port || PORT) }) : null;
  const through = proxy ? `esdb://${proxy.host}:${proxy.port}${search}` : url;
  const [store, second] = [storeEventStoreDB(through), storeEventStoreDB(through)];
  return {
    store,
    second,
    fresh,
    ...(proxy ? { outage: proxy } : {}),
    async close() {
      await Promise.all([store.close(), second.close()]);
      await proxy?.close();
      await stop();
    },
  };
}

async function withDocker(): Promise<Bench> {
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .start();
  const url = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
  const result = await bench(url, { fresh: true, stop: () => container.stop().then(() => undefined) });
  // the health check succeeds before the server accepts requests
  for (
    let attempt = 0;
    attempt < 60 &&
    !(await result.store.head().then(
      () => true,
      () => false,
    ));
    attempt++
  )
    await pause(500);
  return result;
}

/** Returns the server named by `EVENTSTORE_URL`, else one in a container if a container runtime is available. */
export async function realEventStore(): Promise<RealEventStore> {
  const url = process.env['EVENTSTORE_URL'];
  if (url) return { name: 'EVENTSTORE_URL', start: () => bench(url, { fresh: false, stop: async () => {} }) };
  const docker = await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  return docker ? { name: IMAGE, start: withDocker } : { name: 'EVENTSTORE_URL non è impostata e non c’è un motore Docker', start: null };
}
