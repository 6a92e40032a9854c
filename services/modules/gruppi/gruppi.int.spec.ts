import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { enter, md5, ready } from '../../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { install } from '../accesso/installation.ts';

let test: TestPortal;
let admin: string;
let operaio: string;
const ROW = { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 0 };

beforeAll(async () => {
  test = await startTestPortal();
  await install(test.deps);
  await ready(test);
  admin = await enter(test, 'admin', 'admin-demo');
  operaio = await enter(test, 'operaio', 'operaio-demo');
});
afterAll(() => test.stop());

const gruppi = (token = admin) => test.call('GET', '/api/groups', { token });
const permissions = (query: string, token = admin) => test.call('GET', `/api/groupsPermissions${query}`, { token });
const newGroup = async (name: string): Promise<number> =>
  (await test.call('POST', '/api/groups', { token: admin, body: { auth: 'x', group: { name } } })).body.message.insertId;
const add = (group: Record<string, unknown>, token = admin) =>
  test.call('POST', '/api/groupsPermissions', { token, body: { auth: 'x', group } });
const change = (group: Record<string, unknown>, token = admin) => test.call('PUT', '/api/groupsPermissions', { token, body: { group } });
const rowOf = async (gruppo: number, area: string) =>
  (await permissions(`?id=${gruppo}`)).body.data.find((r: { tableName: string }) => r.tableName === area);
const myPermissions = async (token: string) => (await test.call('GET', '/api/sessione', { token })).body.data[0].permessi;

describe('i gruppi', () => {
  it('si creano con un numero mai usato e si modificano', async () => {
    const number = await newGroup('Officina');
    expect(number).toBeGreaterThan(12);
    expect(
      (await test.call('PUT', '/api/groups', { token: admin, body: { group: { groupID: number, description: 'Meccanici' } } })).body,
    ).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect((await gruppi()).body.data).toContainEqual(
      expect.objectContaining({ groupID: number, name: 'Officina', description: 'Meccanici' }),
    );
    expect((await test.call('POST', '/api/groups', { token: admin, body: { group: { name: '' } } })).status).toBe(400);
  });

  it('solo chi amministra li legge e li cambia', async () => {
    expect((await gruppi(operaio)).status).toBe(403);
    expect((await test.call('POST', '/api/groups', { token: operaio, body: { group: { name: 'Abusivi' } } })).status).toBe(403);
    expect((await test.call('PUT', '/api/groups', { token: operaio, body: { group: { groupID: 3, name: 'Capi' } } })).status).toBe(403);
  });

  it('uno con utenti non si elimina, vuoto sì', async () => {
    const number = await newGroup('Passaggio');
    const utente = (passMD5: string | undefined, groupID: number) => ({
      token: admin,
      body: { user: { memberID: 'ospite', passMD5, groupID } },
    });
    expect((await test.call('POST', '/api/users', utente(md5('parola-x'), number))).status).toBe(201);
    const rejected = await test.call('DELETE', '/api/groups', { token: admin, body: { groupID: number } });
    expect([rejected.status, rejected.body.message]).toEqual([409, 'Il gruppo ha ancora degli utenti.']);
    expect((await test.call('DELETE', '/api/groups', { token: admin, body: { groupID: [number, 12] } })).status).toBe(400);
    expect((await test.call('PUT', '/api/users', utente(undefined, 3))).status).toBe(200);
    expect((await test.call('DELETE', '/api/groups', { token: admin, body: { groupID: number } })).status).toBe(200);
    expect((await test.call('PUT', '/api/users', utente(undefined, number))).status).toBe(400);
    expect((await add({ groupID: number, tableName: 'accise', ...ROW })).status).toBe(404);
  });
});

describe('mentre le letture sono in ritardo', () => {
  it('un gruppo non si elimina finché non si sa se ha utenti: si riprova', async () => {
    const number = await newGroup('Ritardo');
    const untilA = vi.spyOn(test.deps.readModelWait, 'until').mockResolvedValue(false);
    const rejected = await test.call('DELETE', '/api/groups', { token: admin, body: { groupID: number } });
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
    untilA.mockRestore();
    expect((await gruppi()).body.data).toContainEqual(expect.objectContaining({ groupID: number }));
    expect((await test.call('DELETE', '/api/groups', { token: admin, body: { groupID: number } })).status).toBe(200);
  });
});

describe('chi legge i permessi', () => {
  it('quelli del proprio gruppo sono di ognuno, con o senza id', async () => {
    for (const query of ['?id=3', '?groupID=3', '']) {
      const { status: state, body } = await permissions(query, operaio);
      expect(state, query).toBe(200);
      expect(body.data.map((r: { tableName: string }) => r.tableName).sort()).toEqual([...AREE].sort());
      expect(body.data.every((r: { groupID: number }) => r.groupID === 3)).toBe(true);
    }
    expect(
      (await permissions('?id=3', operaio)).body.data.find((r: { tableName: string }) => r.tableName === 'manutenzioni'),
    ).toMatchObject({ allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 0 });
  });

  it('quelli degli altri solo di chi amministra', async () => {
    for (const query of ['?id=2', '?id=12', '?id=999', '?groupID=2', '?chiave=1'])
      expect((await permissions(query, operaio)).status, query).toBe(403);
    for (const query of ['?id=x', '?id=', '?id=3&id=2', '?id=-1', '?id=1e3'])
      expect((await permissions(query, operaio)).status, query).toBe(400);
    expect((await permissions('?id=12')).body.data).toHaveLength(12);
    expect((await permissions('?id=999')).status).toBe(404);
    expect((await permissions('')).body.data.length).toBeGreaterThanOrEqual(48);
  });
});

describe('cambiare i permessi', () => {
  it('vale subito per le sessioni aperte', async () => {
    const row = await rowOf(3, 'costi');
    expect((await myPermissions(operaio)).costi.allowView).toBe(0);
    expect((await change({ ...row, allowView: 3 })).body.message.affectedRows).toBe(1);
    expect((await myPermissions(operaio)).costi.allowView).toBe(3);
    await change({ permissionID: row.permissionID, allowView: 0 });
    expect((await myPermissions(operaio)).costi.allowView).toBe(0);
  });

  it('accetta solo livelli che esistono, su un’area che esiste, una volta sola', async () => {
    const groupID = await newGroup('Prova');
    const good = { groupID, tableName: 'accise', ...ROW };
    for (const [field, row] of [
      ['allowView', { ...good, allowView: 2 }],
      ['allowEdit', { ...good, allowEdit: 4 }],
      ['allowInsert', { ...good, allowInsert: 3 }],
      ['allowDelete', { ...good, allowDelete: 'tutti' }],
      ['tableName', { ...good, tableName: 'segreto' }],
      ['tableName', { ...good, tableName: null }],
      ['groupID', { ...good, groupID: undefined }],
      ['groupID', { ...good, groupID: 'x' }],
    ] as const) {
      const { status: state, body } = await add(row);
      expect(state, JSON.stringify(row)).toBe(400);
      expect(body.errors[0].campo).toBe(field);
    }
    const { status: state, body } = await add({ groupID, tableName: 'accise', allowInsert: true, allowView: '3' });
    expect([state, body.message.insertId]).toEqual([201, expect.any(Number)]);
    expect(await rowOf(groupID, 'accise')).toMatchObject({
      permissionID: body.message.insertId,
      allowInsert: 1,
      allowView: 3,
      allowEdit: 0,
      allowDelete: 0,
    });
    expect((await add(good)).status).toBe(409);
    expect((await add({ ...good, tableName: 'costi' })).status).toBe(201);
    const costi = await rowOf(groupID, 'costi');
    expect((await change({ permissionID: costi.permissionID, groupID, tableName: 'accise' })).status).toBe(409);
    expect((await change({ permissionID: costi.permissionID, allowEdit: 2 })).status).toBe(400);
    expect((await change({ permissionID: 99_999, allowEdit: 3 })).status).toBe(404);
    expect((await add({ ...good, groupID: 99_999 })).status).toBe(404);
  });

  it('due righe della stessa area nello stesso momento: una sola passa', async () => {
    const groupID = await newGroup('Gara');
    const outcomes = await Promise.all([0, 1, 2, 3].map(() => add({ groupID, tableName: 'report', ...ROW })));
    expect(outcomes.map((e) => e.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('chi non amministra non cambia nemmeno i propri', async () => {
    const row = await rowOf(3, 'costi');
    expect((await change({ ...row, allowView: 3 }, operaio)).status).toBe(403);
    expect((await add({ groupID: 3, tableName: 'costi', ...ROW }, operaio)).status).toBe(403);
    expect((await test.call('DELETE', '/api/groupsPermissions', { token: operaio, body: { permissionID: row.permissionID } })).status).toBe(
      403,
    );
    expect((await myPermissions(operaio)).costi.allowView).toBe(0);
  });

  it('gli amministratori non si chiudono fuori da soli', async () => {
    const row = await rowOf(2, 'admin_page');
    expect((await change({ ...row, allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 })).status).toBe(200);
    expect((await gruppi()).status).toBe(200);
    expect((await change({ ...row })).status).toBe(200);
  });

  it('la storia di un gruppo dice chi ha cambiato che cosa', async () => {
    const last = (await test.deps.store.read('groups-2')).at(-1);
    expect(last).toMatchObject({ type: 'PermessoModificato.v1', metadata: { utente: 'admin', groupID: 2 } });
  });
});
