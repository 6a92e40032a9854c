import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { makeReadTables } from '#services/cli/restored-tables.ts';
import { storeEventStoreDB } from '#services/platform/event-store/eventstoredb.ts';
import { startEventStoreServer, type ServerEventStore } from '../../test/eventstoredb-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { backup, type Source } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { isEqual } from './compare.ts';
import { restore } from './restore.ts';
import { restoreTest, type Scratch } from './restore-test.ts';
import { NotEmpty } from './target.ts';
import { backupBench } from './testing.ts';

const silent = pino({ level: 'silent' });

// with a server of its own the whole suite runs on it: here it is one in this process
describe('Salvataggio e ripristino con il registro in EventStoreDB', { timeout: 120_000 }, () => {
  let server: ServerEventStore;
  let portale: TestPortal;
  let source: Source;
  let person: Person;
  let place: string;
  const bench = backupBench();
  const stores: EventStore[] = [];
  beforeAll(async () => {
    server = await startEventStoreServer();
    server.writeSystem(5);
    portale = await startTestPortal({ env: { EVENTSTORE_URL: server.url, EVENTSTORE_PREFISSO: 'vivo-' } });
    person = await portale.person({ permessi: { macchinari: EVERYTHING } });
    source = await bench.source(portale);
    place = await mkdtemp(join(tmpdir(), 'strato-esdb-'));
    for (let n = 0; n < 5; n += 1) {
      await portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola: `E${n}`, marca: 'prima' } } });
      await portale.call('PUT', '/api/macchinari', { as: person, body: { macchinario: { matricola: `E${n}`, marca: 'dopo' } } });
    }
  }, 120_000);
  afterAll(async () => {
    for (const store of stores) await store.close();
    await bench.close();
    await portale?.stop();
    await server?.shutdown();
    await rm(place, { recursive: true, force: true });
  });

  /** An empty place whose log is the same server, in streams of its own. */
  async function onServer(prefix: string): Promise<Scratch> {
    const scratch = await bench.scratch();
    const store = storeEventStoreDB(server.url, { prefix });
    stores.push(store);
    const readTables = async () => void (await makeReadTables({ store, url: scratch.url, log: silent }));
    return { ...scratch, store, readTables };
  }
  const eventsOf = async (store: EventStore, head: string | null) => {
    const found: unknown[] = [];
    if (head === null) return found;
    for await (const events of store.readAll(null, AbortSignal.timeout(20_000))) {
      found.push(...events.map(({ stream, version, type, data, metadata }) => ({ stream, version, type, data, id: metadata.eventId })));
      if ((events.at(-1)?.position ?? '') >= head) break;
    }
    return found;
  };
  const all = async (store: EventStore) => eventsOf(store, await store.head());

  it('la prova del ripristino dice che tutto torna, anche se le posizioni sono altre', async () => {
    expect(portale.deps.store.name).toBe('eventstoredb');
    const head = await portale.deps.store.head();
    await portale.deps.readModelWait.until(head ?? '', 20_000);
    const readTables = portale.deps.catalogue.projections.flatMap(({ tables }) => tables);
    const done = await restoreTest({ source, scratch: await bench.scratch(), readTables, passphrase: null });
    expect([done.behind, done.compared.filter((one) => !isEqual(one))]).toEqual([[], []]);
    expect(done.equal).toBe(true);
    expect(done.compared.find(({ name }) => name === 'letture.storico')!.rows).toBeGreaterThan(9);
  });

  it('in un EventStoreDB vuoto torna ogni evento, nell’ordine e con il suo id; interrotto ricomincia; su uno pieno non si va', async () => {
    const target = join(place, 'prova.backup');
    await backup(source, { target, passphrase: null });
    const checked = await checkBackup(target, null);
    expect(checked.manifest.moment.log).toBe('eventstoredb');
    const scratch = await onServer('tornato-');
    let broken = true;
    const cut: Scratch['store'] = {
      ...scratch.store,
      async append(...asked) {
        if (broken && asked[0] === 'macchinari-E3') throw new Error('tolta la corrente');
        return scratch.store.append(...asked);
      },
    };
    await expect(restore(checked, { ...scratch, store: cut }, { until: null, readTables: scratch.readTables })).rejects.toThrow('corrente');
    broken = false;
    const { log } = await restore(checked, { ...scratch, store: cut }, { until: null, readTables: scratch.readTables });
    expect(log!.events).toBe(checked.manifest.moment.events);
    expect(await all(scratch.store)).toEqual(await all(portale.deps.store));
    const { rows } = await sql`select marca from letture.macchinari where matricola = 'E4'`.execute(scratch.db);
    expect(rows).toEqual([{ marca: 'dopo' }]);
    const again = await onServer('tornato-');
    await expect(restore(checked, again, { until: null, readTables: again.readTables })).rejects.toBeInstanceOf(NotEmpty);
  });
});
