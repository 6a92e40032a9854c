import { avviaServerEventStore } from '../../../test/eventstoredb-server.ts';
import { proveConformita } from './conformance.ts';
import { storeEventStoreDB } from './eventstoredb.ts';

proveConformita('EventStoreDB, dal vero client a un server in questo processo', async () => {
  const server = await avviaServerEventStore();
  server.scriviDiSistema(30);
  const [store, secondo] = [storeEventStoreDB(server.url), storeEventStoreDB(server.url)];
  return {
    store,
    secondo,
    nuovo: true,
    assenza: server,
    async chiudi() {
      await Promise.all([store.close(), secondo.close()]);
      await server.ferma();
    },
  };
});
