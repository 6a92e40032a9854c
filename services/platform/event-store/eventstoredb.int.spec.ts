import { startEventStoreServer } from '../../../test/eventstoredb-server.ts';
import { conformanceTests } from './conformance.ts';
import { storeEventStoreDB } from './eventstoredb.ts';

conformanceTests('EventStoreDB, dal vero client a un server in questo processo', async () => {
  const server = await startEventStoreServer();
  server.writeSystem(30);
  const [store, second] = [storeEventStoreDB(server.url), storeEventStoreDB(server.url)];
  return {
    store,
    second,
    fresh: true,
    outage: server,
    async close() {
      await Promise.all([store.close(), second.close()]);
      await server.shutdown();
    },
  };
});
