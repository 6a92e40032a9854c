import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portale: TestPortal;
let admin: Person;
const LEVEL_1 = { allowView: 1, allowInsert: 1, allowEdit: 1, allowDelete: 1 } as const;
const today = romeDate(new Date());

beforeAll(async () => {
  portale = await startTestPortal();
  admin = await portale.person({
    memberID: 'admin',
    groupID: 2,
    permessi: { macchinari: EVERYTHING, report: EVERYTHING, cantieri: EVERYTHING },
  });
});
afterAll(() => portale.stop());

const send = async (path: string, body: object, as = admin) =>
  expect((await portale.call('POST', `/api/${path}`, { as, body: { auth: 'x', ...body } })).status).toBe(201);
const asked = (as: Person) => portale.call('GET', '/api/scadenze/senza-responsabile', { as });

it('dice i record aperti di cui nessuno è responsabile, fra quelli che si possono modificare', async () => {
  const capo = await portale.person({ memberID: 'capo', permessi: { macchinari: LEVEL_1, report: { ...EVERYTHING, allowEdit: 0 } } });
  const reader = await portale.person({ memberID: 'reader', permessi: { macchinari: { ...EVERYTHING, allowEdit: 0 } } });
  await send('macchinari', { macchinario: { matricola: 'M1', marca: 'Cat', modello: '320' } });
  await send('macchinari', { macchinario: { matricola: 'M2', responsabile: 'capo' } });
  await send('macchinari', { macchinario: { matricola: 'M3', stato_attuale: 'Venduto' } });
  await send('macchinari', { macchinario: { matricola: 'M4' } }, capo);
  await send('personale', { personale: { matricola: '1', cognome: 'Gone', data_fine: addDays(today, -1) } });
  await send('personale', { personale: { matricola: '2', cognome: 'Here', data_fine: today } });
  const { body } = await asked(admin);
  expect(body.data.map((one: { soggetto: string; id: string; nome: string }) => [one.soggetto, one.id, one.nome])).toEqual([
    ['lavoratore', '2', 'Here'],
    ['macchina', 'M4', ''],
    ['macchina', 'M1', 'Cat 320'],
  ]);
  expect([body.totale, body.data[2].versione]).toEqual([3, 1]);
  expect((await asked(capo)).body.data.map(({ id }: { id: string }) => id)).toEqual(['M4']);
  expect((await asked(reader)).status).toBe(403);
});
