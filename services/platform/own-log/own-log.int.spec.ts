import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { install } from '#services/modules/accesso/installation.ts';
import { startEventStoreServer, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import { startTestPortal, testSender, type Person, type TestPortal } from '../../../test/portal.ts';
import { testDatabase, type TestDatabase } from '../../../test/postgres.ts';

const SOON = { timeout: 15_000, interval: 100 };

/** The portal is stopped and started again on another EventStoreDB, or on the same one with an older state. */
describe('Il portale conosce il suo registro', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let own: ServerEventStore;
  let portal: TestPortal;
  let admin: Person;
  const shut: (() => Promise<unknown>)[] = [];

  async function server(): Promise<ServerEventStore> {
    const started = await startEventStoreServer();
    shut.push(() => started.shutdown());
    return started;
  }
  /** Starts a portal on this log and this database, which is kept when the portal stops. */
  async function portalOn({ url }: ServerEventStore, on = database): Promise<TestPortal> {
    const started = await startTestPortal({ env: { EVENTSTORE_URL: url }, database: { ...on, close: async () => {} } });
    shut.push(() => started.stop());
    return started;
  }
  const salute = async (of: TestPortal) =>
    (await of.call('GET', '/api/salute')) as { status: number; body: Record<string, unknown> & { motivo?: string } };
  const write = (of: TestPortal, descrizione: string) =>
    of.call('POST', '/api/meccanici', { as: admin, body: { meccanici: { descrizione } } });

  beforeEach(async () => {
    database = await testDatabase();
    own = await server();
    portal = await portalOn(own);
    await install(portal.deps);
    admin = await portal.person({ permessi: { manutenzioni: { allowView: 3, allowInsert: 1, allowEdit: 3, allowDelete: 3 } } });
    expect((await write(portal, 'Rossi 1')).status).toBe(201);
    await portal.deps.ownLog.note();
  });
  afterEach(async () => {
    for (const close of shut.splice(0).toReversed()) await close();
    await database.close();
  });

  /** Records this many events in another portal, so that its log is longer than the one of the portal under test. */
  async function filled(other: TestPortal, count: number): Promise<void> {
    for (let n = 0; n < count; n++)
      await other.deps.dispatch({ register: 'meccanici', action: 'create', values: { descrizione: `Altri ${n}` } }, testSender());
  }
  async function refusesWrites(of: TestPortal, registro: string, sentence: RegExp): Promise<void> {
    await expect.poll(() => salute(of), SOON).toMatchObject({ status: 503, body: { eventStore: { registro } } });
    expect((await salute(of)).body.motivo).toMatch(sentence);
    const refused = await write(of, 'Rossi 2');
    expect(refused).toMatchObject({ status: 503, body: { type: '/problemi/registro-diverso' } });
    expect(refused.body.message).toMatch(sentence);
    const list = await of.call('GET', '/api/meccanici', { as: admin });
    expect(list.status).toBe(200);
    expect(list.body.data.map((one: { descrizione: string }) => one.descrizione)).toEqual(['Rossi 1']);
    expect(Date.parse(list.headers.get('x-dati-al') ?? '')).toBeGreaterThan(Date.now() - 600_000);
  }

  test('su uno vuoto non scrive, non semina la demo e dice che è vuoto', async () => {
    await portal.stop();
    const empty = await server();
    const again = await portalOn(empty);
    await refusesWrites(again, 'vuoto', /è vuoto.*EVENTSTORE_URL/);
    await expect(install(again.deps)).rejects.toMatchObject({ code: 'REGISTRO_DIVERSO' });
    expect(empty.log.events).toEqual([]);
  });

  test('su quello di un altro portale non scrive, non ne legge niente e lo dice', async () => {
    const theirs = await server();
    const elsewhere = await testDatabase();
    shut.push(() => elsewhere.close());
    const other = await portalOn(theirs, elsewhere);
    await install(other.deps);
    await filled(other, 40);
    const before = theirs.log.events.length;
    await portal.stop();
    const again = await portalOn(theirs);
    await refusesWrites(again, 'altrui', /di un altro portale/);
    expect(theirs.log.events).toHaveLength(before);
  });

  test('rimesso indietro mentre lavora: se ne accorge alla riconnessione, e riprende quando è tornato intero', async () => {
    const whole = [...own.log.events];
    await own.stop();
    own.log.setBack(whole.length - 1);
    await own.restart();
    await refusesWrites(portal, 'accorciato', /più corto.*copia vecchia/);
    expect(own.log.events).toHaveLength(whole.length - 1);
    await own.stop();
    own.log.write(whole.at(-1)!.stream, [whole.at(-1)!], 'any');
    await own.restart();
    await expect.poll(() => salute(portal), SOON).toMatchObject({ status: 200 });
    expect((await write(portal, 'Rossi 3')).status).toBe(201);
  });

  test('rimesso indietro e poi cresciuto oltre ciò che era letto: è ancora più corto', async () => {
    await portal.stop();
    const last = own.log.events.at(-1)!;
    own.log.setBack(own.log.events.length - 1);
    for (let n = 0; n < 3; n++) own.log.write('prova-altro', [{ ...last, id: crypto.randomUUID() }], 'any');
    await refusesWrites(await portalOn(own), 'accorciato', /più corto/);
  });

  test('un portale di prima, che non lo aveva scritto, riconosce il suo e rifiuta l’altrui', async () => {
    await portal.deps.writeDb.deleteFrom('registro_noto').execute();
    await portal.stop();
    const theirs = await server();
    const elsewhere = await testDatabase();
    shut.push(() => elsewhere.close());
    const other = await portalOn(theirs, elsewhere);
    await install(other.deps);
    await filled(other, 40);
    const foreign = await portalOn(theirs);
    await refusesWrites(foreign, 'altrui', /di un altro portale/);
    await foreign.stop();
    const again = await portalOn(own);
    expect(await salute(again)).toMatchObject({ status: 200 });
    expect(await again.deps.writeDb.selectFrom('registro_noto').select('primo_evento').execute()).toHaveLength(1);
  });
});
