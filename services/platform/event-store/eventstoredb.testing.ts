import { setTimeout as pausa } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { tcpProxy } from '../../../test/tcp-proxy.ts';
import { storeEventStoreDB } from './eventstoredb.ts';
import type { Banco } from './testing.ts';

const IMMAGINE = 'eventstore/eventstore:23.10.0-bookworm-slim';
const PORTA = 2113;

/** A store to run the conformance suite on, or why there is none. */
export type EventStoreVero = { quale: string; avvia: (() => Promise<Banco>) | null };

async function banco(url: string, nuovo: boolean, ferma: () => Promise<void>): Promise<Banco> {
  const { hostname, port, search, protocol, username } = new URL(url.replace(/^esdb/, 'http'));
  // a proxy can stand in for one server without certificates; a cluster is addressed by its own names
  const semplice = protocol === 'http:' && !username && search.includes('tls=false');
  const proxy = semplice ? await tcpProxy({ host: hostname, port: Number(port || PORTA) }) : null;
  const through = proxy ? `esdb://${proxy.host}:${proxy.port}${search}` : url;
  const [store, secondo] = [storeEventStoreDB(through), storeEventStoreDB(through)];
  return {
    store,
    secondo,
    nuovo,
    ...(proxy ? { assenza: proxy } : {}),
    async chiudi() {
      await Promise.all([store.close(), secondo.close()]);
      await proxy?.chiudi();
      await ferma();
    },
  };
}

async function conDocker(): Promise<Banco> {
  const container = await new GenericContainer(IMMAGINE)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
    .withExposedPorts(PORTA)
    .withWaitStrategy(Wait.forHttp('/health/live', PORTA).forStatusCode(204))
    .start();
  const url = `esdb://${container.getHost()}:${container.getMappedPort(PORTA)}?tls=false`;
  const result = await banco(url, true, () => container.stop().then(() => undefined));
  // live is not yet ready to be written to
  for (let tentativo = 0; tentativo < 60 && !(await result.store.head().then(() => true, () => false)); tentativo++) await pausa(500);
  return result;
}

/** `EVENTSTORE_TEST_URL`, else a container where there is a Docker engine. */
export async function eventStoreVero(): Promise<EventStoreVero> {
  const url = process.env['EVENTSTORE_TEST_URL'];
  if (url) return { quale: 'EVENTSTORE_TEST_URL', avvia: () => banco(url, false, async () => {}) };
  const docker = await getContainerRuntimeClient().then(() => true, () => false);
  return docker ? { quale: IMMAGINE, avvia: conDocker } : { quale: 'EVENTSTORE_TEST_URL non è impostata e non c’è un motore Docker', avvia: null };
}
