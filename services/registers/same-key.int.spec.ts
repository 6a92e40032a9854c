import { EVERYTHING } from '#contracts/core/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';

describe('le chiavi che si somigliano', () => {
  let portale: TestPortal;
  let anna: Person;
  beforeAll(async () => {
    portale = await startTestPortal();
    anna = await portale.person({ groupID: 2, permessi: { macchinari: EVERYTHING, report: EVERYTHING, admin_page: EVERYTHING } });
  });
  afterAll(() => portale?.stop());

  const create = async (matricola: string) => portale.call('POST', '/api/macchinari', { as: anna, body: { macchinario: { matricola } } });

  it('maiuscole e accenti scritti in un altro modo sono la stessa chiave, anche di un record eliminato', async () => {
    expect((await create('Gru é1')).status).toBe(201);
    const again = await create('GRU E\u03011');
    expect([again.status, again.body.message]).toEqual([409, 'Matricola "GRU É1" esiste già, scritta "Gru é1".']);
    expect((await portale.call('GET', '/api/macchinari?chiave=Gru%20e%CC%811', { as: anna })).body.data).toHaveLength(1);
    await portale.call('DELETE', '/api/macchinari', { as: anna, body: { matricola: 'Gru é1' } });
    expect((await create('gru é1')).status).toBe(409);
  });

  it('di venti insieme che si leggono uguali ne nasce una', async () => {
    const names = Array.from({ length: 20 }, (_, i) =>
      [...'abcdefgh'].map((letter, bit) => ((i >> (bit % 5)) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    const answers = await Promise.all([...new Set(names)].map(create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });

  it('un nome utente non imita quello di un altro', async () => {
    const user = (memberID: string) =>
      portale.call('POST', '/api/users', { as: anna, body: { user: { memberID, groupID: 3, passMD5: 'a'.repeat(32) } } });
    await portale.person({ groupID: 3 });
    expect((await user('mario')).status).toBe(201);
    expect((await user('Mario')).status).toBe(409);
    for (const name of ['m\u0430rio', 'mario\u200B', '.mario', 'mario.', 'ma/rio']) {
      const { status, body } = await user(name);
      expect([name, status, body.errors[0].campo]).toEqual([name, 400, 'memberID']);
    }
  });
});
