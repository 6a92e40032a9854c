import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { testDatabase, type TestDatabase } from '../../../test/postgres.ts';

const [BEFORE, TODAY] = ['p'.repeat(40), 't'.repeat(40)];

describe('mentre il segreto cambia', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let admin: Person;
  let drafts: string;
  const key = { 'idempotency-key': 'mansione-uno' };
  const worker = { matricola: 'S1', cognome: 'Neri', nome: 'Anna' };
  const body = { mansioni: { descrizione: 'PALISTA' } };

  /** A portal with these secrets, for as long as `work` takes. */
  async function withSecrets<T>(env: Record<string, string>, work: (portal: TestPortal) => Promise<T>): Promise<T> {
    const portal = await startTestPortal({ env, database: { url: database.url, close: async () => {} } });
    try {
      return await work(portal);
    } finally {
      await portal.stop();
    }
  }
  const draftKey = async (portal: TestPortal): Promise<string> =>
    (await portal.call('GET', '/api/sessione', { as: admin })).body.data[0].chiaveBozze as string;

  const readWorker = async ({ deps }: TestPortal): Promise<unknown> => {
    const [recorded] = await deps.store.read('personale-S1');
    const { matricola, cognome, nome } = recorded!.data;
    return { matricola, cognome, nome };
  };

  beforeAll(async () => {
    database = await testDatabase();
    await withSecrets({ SEGRETO: BEFORE }, async (portal) => {
      admin = await portal.person({ groupID: 2 });
      drafts = await draftKey(portal);
      expect((await portal.call('POST', '/api/mansioni', { as: admin, body, headers: key })).status).toBe(201);
      await portal.command({ register: 'personale', action: 'create', key: worker.matricola, values: worker });
      expect(await readWorker(portal)).toEqual(worker);
    });
  }, 120_000);
  afterAll(() => database?.close());

  it('una richiesta ripetuta è ancora la stessa, e le bozze del dispositivo si aprono', async () => {
    await withSecrets({ SEGRETO: TODAY, SEGRETO_PRIMA: BEFORE }, async (portal) => {
      expect((await portal.call('POST', '/api/mansioni', { as: admin, body, headers: key })).status).toBe(201);
      const other = { mansioni: { descrizione: 'GRUISTA' } };
      expect((await portal.call('POST', '/api/mansioni', { as: admin, body: other, headers: key })).status).toBe(422);
      expect(await draftKey(portal)).toBe(drafts);
    });
  });

  it('delle persone il registro si legge anche dopo che quello di prima è tolto: il portale ne ha avvolto di nuovo le chiavi', async () => {
    await withSecrets({ SEGRETO: TODAY }, async (portal) => {
      expect(await readWorker(portal)).toEqual(worker);
      expect([...portal.deps.keys.unreadable]).toEqual([]);
    });
  });

  it('tolto quello di prima, ciò che era sotto quello finisce', async () => {
    await withSecrets({ SEGRETO: TODAY }, async (portal) => {
      expect((await portal.call('POST', '/api/mansioni', { as: admin, body, headers: key })).status).toBe(422);
      expect(await draftKey(portal)).not.toBe(drafts);
    });
  });
});
