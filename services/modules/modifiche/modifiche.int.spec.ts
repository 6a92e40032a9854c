import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import type { ChangedRow } from '#contracts/modules/modifiche.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { bulkChangesOf } from '#services/platform/postgres/bulk-changes.ts';
import { changeManyHandler } from './change-many.handler.ts';

const OWN: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 1 };

let portale: TestPortal;
let workers: Awaited<ReturnType<typeof workersOf>>;
let anna: Person;
let bruno: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  workers = await workersOf(portale);
  anna = await portale.person({ memberID: 'anna', groupID: 2, permessi: { accise: EVERYTHING } });
  bruno = await portale.person({ memberID: 'bruno', permessi: { accise: OWN } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const create = async (accise: object, as = anna): Promise<number> =>
  (await portale.call('POST', '/api/accise', { as, body: { accise } })).body.message.insertId;
const some = async (count: number, accise: object = { ore: 3 }, as = anna): Promise<number[]> => {
  const ids = [];
  for (let n = 0; n < count; n += 1) ids.push(await create(accise, as));
  return ids;
};
const put = (id: number, values: object, as = anna) => portale.call('PUT', '/api/accise', { as, body: { accise: { id, ...values } } });
const value = async (id: number, field = 'ore') =>
  (await portale.call('GET', `/api/accise?id=${id}`, { as: anna })).body.data?.[0]?.[field] as number | null | undefined;

async function ended(jobId: string, as: Person) {
  const state = async () => (await portale.call('GET', `/api/processi/${jobId}`, { as })).body.message;
  await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toMatch(/done|error/);
  return state();
}
async function change(body: object, as = anna) {
  const answer = await portale.call('POST', '/api/accise/modifica-insieme', { as, body });
  expect([answer.status, answer.status === 202 ? '' : answer.body]).toEqual([202, '']);
  return ended(answer.body.message.jobId, as);
}
async function takeBack(id: string, as = anna) {
  const answer = await portale.call('POST', `/api/modifiche/${id}/annulla`, { as, body: {} });
  expect([answer.status, answer.status === 202 ? '' : answer.body]).toEqual([202, '']);
  return ended(answer.body.message.jobId, as);
}
const rows = async (id: string, as = anna, query = ''): Promise<ChangedRow[]> =>
  (await portale.call('GET', `/api/modifiche/${id}${query}`, { as })).body.data;

describe('La modifica di più record', () => {
  it('fa ciò che si può, ogni record con il suo fatto, e nomina ciò che rifiuta', async () => {
    const own = await some(2, { ore: 3 }, bruno);
    const [others] = await some(1);
    const done = await change({ ids: [...own, others, 999_999], campi: { ore: 8 } }, bruno);
    expect(done).toMatchObject({ status: 'done', fatti: 2, rifiutati: 2, messaggio: '2 record modificati, 2 record rifiutati' });
    expect(await Promise.all([...own, others!].map((id) => value(id)))).toEqual([8, 8, 3]);
    const told = await rows(done.id, bruno);
    expect(told.map(({ esito, prima, dopo }) => [esito, prima, dopo])).toEqual([
      ['fatto', { ore: 3 }, { ore: 8 }],
      ['fatto', { ore: 3 }, { ore: 8 }],
      ['rifiutato', { ore: 3 }, {}],
      ['rifiutato', {}, {}],
    ]);
    expect(told.slice(2).map(({ nome, rifiuto }) => [nome === null, rifiuto])).toEqual([
      [false, 'Il tuo gruppo non ha il permesso per questa operazione.'],
      [true, 'Non trovato'],
    ]);
    expect(await rows(done.id, bruno, '?pagina=2&righe=3')).toEqual(told.slice(3));
  });

  it('nel registro di tutte le modifiche è una voce sola, che si apre', async () => {
    const ids = await some(3);
    await change({ ids, campi: { ore: 4 } });
    const { data } = (await portale.call('GET', '/api/storico/registro?piega=1&righe=1', { as: anna })).body;
    expect(data[0].insieme).toMatchObject({ quante: 3 });
    const opened = (await portale.call('GET', `/api/storico/registro?gruppo=${data[0].insieme.gruppo}`, { as: anna })).body.data;
    expect(new Set(opened.map(({ id }: { id: string }) => Number(id)))).toEqual(new Set(ids));
  });

  it('la sua voce dice quale modifica è a chi la può annullare, finché non è annullata', async () => {
    const ids = await some(2);
    const manager = await portale.person({ groupID: 9, permessi: { accise: EVERYTHING } });
    const last = async (as: Person) => (await portale.call('GET', '/api/storico/registro?piega=1&righe=1', { as })).body.data[0].insieme;
    const { id } = await change({ ids, campi: { ore: 4 } }, manager);
    const { gruppo, modifica } = await last(manager);
    expect(modifica).toEqual({ id, registro: 'accise', fatti: 2 });
    expect((await last(anna)).modifica).toEqual(modifica);
    expect((await last(await portale.person({ groupID: 9, permessi: { accise: EVERYTHING } }))).modifica).toBeUndefined();
    await portale.changePermissions(manager.groupID, { accise: { ...EVERYTHING, allowEdit: 0 } });
    expect((await last(manager)).modifica).toBeUndefined();
    const back = await takeBack(id);
    expect((await last(anna)).modifica).toMatchObject({ id: back.id });
    const { data } = (await portale.call('GET', `/api/storico/registro?piega=1&gruppo=${gruppo}`, { as: anna })).body;
    expect(data[0].insieme).toMatchObject({ gruppo, quante: 2 });
    expect(data[0].insieme.modifica).toBeUndefined();
  });

  it('con tutti=1 un rifiuto lascia tutti come erano', async () => {
    const ids = await some(2);
    const done = await change({ ids: [...ids, 999_999], campi: { ore: 8 }, tutti: 1 });
    expect(done).toMatchObject({ status: 'error', fatti: 0, rifiutati: 1, riprovabile: false });
    expect(await Promise.all(ids.map((id) => portale.deps.store.read(`accise-${id}`)))).toEqual([[expect.anything()], [expect.anything()]]);
    expect((await rows(done.id)).map(({ esito }) => esito)).toEqual(['saltato', 'saltato', 'rifiutato']);
    expect(await change({ ids, campi: { ore: 8 }, tutti: 1 })).toMatchObject({ status: 'done', fatti: 2, rifiutati: 0 });
  });

  it('una versione superata è rifiutata e lasciata, e chi aveva già quei valori non cambia', async () => {
    const [stale, same, good] = await some(3);
    await put(stale!, { ore: 5 });
    await put(same!, { ore: 8 });
    const done = await change({ ids: [stale, same, good], campi: { ore: 8 }, versioni: { [stale!]: 1, [same!]: 2, [good!]: 1 } });
    expect(done).toMatchObject({ fatti: 2, rifiutati: 1 });
    expect((await rows(done.id)).map(({ esito, rifiuto }) => [esito, rifiuto])).toEqual([
      ['rifiutato', 'Modificato nel frattempo da anna'],
      ['invariato', null],
      ['fatto', null],
    ]);
    expect(await value(stale!)).toBe(5);
  });

  it('chiesta due volte con la stessa chiave è la stessa, un fatto per record', async () => {
    const ids = await some(3);
    const headers = { 'idempotency-key': 'doppio-clic' };
    const body = { ids, campi: { ore: 6 } };
    const answers = await Promise.all([1, 2].map(() => portale.call('POST', '/api/accise/modifica-insieme', { as: anna, body, headers })));
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    await ended(answers[0]!.body.message.jobId, anna);
    for (const id of ids) expect(await portale.deps.store.read(`accise-${id}`)).toHaveLength(2);
  });

  it('gli altri non la vedono; il gruppo 2 sì', async () => {
    const [id] = await some(1, { ore: 1 }, bruno);
    const done = await change({ ids: [id], campi: { ore: 2 } }, bruno);
    const other = await portale.person({ permessi: { accise: EVERYTHING } });
    expect((await portale.call('GET', `/api/modifiche/${done.id}`, { as: other })).status).toBe(404);
    expect((await portale.call('POST', `/api/modifiche/${done.id}/annulla`, { as: other, body: {} })).status).toBe(404);
    expect((await portale.call('GET', `/api/modifiche/${done.id}`, { as: anna })).body).toMatchObject({
      totale: 1,
      modifica: { registro: 'accise', campi: { ore: 2 }, utente: 'bruno', annulla: null, finita: true, fatti: 1 },
    });
  });
});

describe('L’annullamento di una modifica di più record', () => {
  it('riporta i campi che nessuno ha cambiato, nomina gli altri, e si annulla a sua volta', async () => {
    const [plain, touched, gone] = await some(3, { ore: 3, minuti: 10 });
    const done = await change({ ids: [plain, touched, gone], campi: { ore: 8, minuti: null } });
    await put(touched!, { ore: 9 });
    await portale.call('DELETE', '/api/accise', { as: anna, body: { id: gone } });
    const back = await takeBack(done.id);
    expect(back).toMatchObject({ fatti: 2, rifiutati: 1 });
    expect([await value(plain!), await value(plain!, 'minuti')]).toEqual([3, 10]);
    expect([await value(touched!), await value(touched!, 'minuti')]).toEqual([9, 10]);
    const told = await rows(back.id);
    expect(told.map(({ id, esito, lasciati }) => [id, esito, lasciati])).toEqual([
      [gone, 'rifiutato', []],
      [touched, 'fatto', [{ campo: 'ore', etichetta: 'Ore' }]],
      [plain, 'fatto', []],
    ]);
    const history = (await portale.call('GET', `/api/storico?tabella=accise&id=${plain}`, { as: anna })).body.data;
    expect(history).toHaveLength(3);
    await takeBack(back.id);
    expect([await value(plain!), await value(plain!, 'minuti')]).toEqual([8, null]);
    expect([await value(touched!), await value(touched!, 'minuti')]).toEqual([9, null]);
  });

  it('un campo cambiato e rimesso come prima è di chi lo ha cambiato', async () => {
    const [id] = await some(1);
    const done = await change({ ids: [id], campi: { ore: 8 } });
    await put(id!, { ore: 7 });
    await put(id!, { ore: 8 });
    const back = await takeBack(done.id);
    expect((await rows(back.id)).map(({ esito }) => esito)).toEqual(['lasciato']);
    expect(await value(id!)).toBe(8);
  });

  it('vuole i diritti di oggi, e il gruppo 2 annulla quella di un altro', async () => {
    const [id] = await some(1, { ore: 1 }, bruno);
    const done = await change({ ids: [id], campi: { ore: 2 } }, bruno);
    await portale.changePermissions(bruno.groupID, { accise: { ...OWN, allowEdit: 0 } });
    expect((await portale.call('POST', `/api/modifiche/${done.id}/annulla`, { as: bruno, body: {} })).status).toBe(403);
    await portale.changePermissions(bruno.groupID, { accise: OWN });
    expect(await takeBack(done.id)).toMatchObject({ status: 'done', fatti: 1 });
    expect(await value(id!)).toBe(1);
  });
});

describe('tutti o nessuno, con qualcuno che scrive intanto', () => {
  it('ciò che era già fatto torna come prima, nella storia, e chi ha scritto intanto tiene il suo', async () => {
    const ids = await some(3);
    let sent = 0;
    const dispatch: typeof portale.deps.dispatch = async (command, sender) => {
      sent += 1;
      if (sent === 3) await put(ids[2]!, { ore: 99 });
      return portale.deps.dispatch(command, sender);
    };
    const id = randomUUID();
    const change = { id, register: 'accise', values: { ore: 8 }, utente: 'anna', allOrNone: true, takesBack: null };
    const asked = ids.map((key) => ({ key, version: 1 }));
    await bulkChangesOf(portale.deps.writeDb).begin(change, asked);
    const outcome = await changeManyHandler({ ...portale.deps, dispatch })({
      id,
      data: { registro: 'accise' },
      utente: 'anna',
      groupID: 2,
      signal: new AbortController().signal,
      progress: async () => {},
    });
    expect(outcome).toMatchObject({ failed: true, data: { fatti: 0, rifiutati: 1 } });
    expect(await Promise.all(ids.map((one) => value(one)))).toEqual([3, 3, 99]);
    expect((await rows(id)).map(({ esito }) => esito)).toEqual(['riportato', 'riportato', 'rifiutato']);
    const history = (await portale.call('GET', `/api/storico?tabella=accise&id=${ids[0]}`, { as: anna })).body.data;
    expect(history.map(({ evento }: { evento: string }) => evento)).toEqual([
      'AccisaModificata.v1',
      'AccisaModificata.v1',
      'AccisaRegistrata.v1',
    ]);
  });
});

describe('una modifica che non ha cambiato niente', () => {
  it('non si annulla', async () => {
    const id = randomUUID();
    const [record] = await some(1);
    await bulkChangesOf(portale.deps.writeDb).begin(
      { id, register: 'accise', values: { ore: 8 }, utente: 'anna', allOrNone: false, takesBack: null },
      [{ key: record!, version: null }],
    );
    const answer = await portale.call('POST', `/api/modifiche/${id}/annulla`, { as: anna, body: {} });
    expect([answer.status, answer.body.message]).toEqual([409, 'Questa modifica non ha cambiato niente.']);
  });
});
