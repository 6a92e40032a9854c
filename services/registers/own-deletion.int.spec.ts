import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';

/** Rights to delete own records without the right to change any. */
const DELETES: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 0, allowDelete: 1 };

let portale: TestPortal;
let now = new Date();
let anna: Person;
let bruno: Person;

beforeAll(async () => {
  portale = await startTestPortal({ now: () => now });
  anna = await portale.person({ memberID: 'anna', groupID: 2, permessi: { accise: EVERYTHING, cantieri: EVERYTHING } });
  bruno = await portale.person({ memberID: 'bruno', permessi: { accise: DELETES } });
});
afterAll(() => portale?.stop());
beforeEach(() => {
  now = new Date();
});

const create = async (as: Person): Promise<number> =>
  (await portale.call('POST', '/api/accise', { as, body: { accise: { ore: 3 } } })).body.message.insertId;
const put = (id: number, ore: number) => portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore } } });
const remove = async (id: unknown, as: Person) => {
  const { status, body } = await portale.call('DELETE', '/api/accise', { as, body: { id } });
  expect(status).toBe(200);
  return body.message.versione as number;
};
const restore = async (id: number, versione: number, as: Person, more: object = {}) =>
  (await portale.call('POST', '/api/storico/ripristina', { as, body: { tabella: 'accise', id, versione, ...more } })).status;
const bringBack = async (ids: number[], as: Person, headers: Record<string, string> = {}) => {
  const { status, body } = await portale.call('POST', '/api/storico/riporta', { as, headers, body: { tabella: 'accise', ids } });
  return { status, changed: body.message?.affectedRows as number | undefined };
};
const value = async (id: number) =>
  (await portale.call('GET', `/api/accise?id=${id}`, { as: anna })).body.data?.[0]?.ore as number | undefined;
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

describe('chi ha eliminato un record', () => {
  it('lo riporta com’era entro quindici minuti, con qualunque livello', async () => {
    const id = await create(bruno);
    const version = await remove(id, bruno);
    later(14);
    expect(await restore(id, version - 1, bruno)).toBe(200);
    expect(await value(id)).toBe(3);
  });

  it('dopo quindici minuti vale la regola dello storico', async () => {
    const id = await create(bruno);
    const version = await remove(id, bruno);
    later(16);
    expect(await restore(id, version - 1, bruno)).toBe(403);
    expect(await restore(id, version - 1, anna)).toBe(200);
  });

  it('non riporta una versione più vecchia né campi scelti, che sarebbero una modifica', async () => {
    const id = await create(bruno);
    await put(id, 8);
    const version = await remove(id, bruno);
    expect(await restore(id, 1, bruno)).toBe(403);
    expect(await restore(id, version - 1, bruno, { campi: ['ore'] })).toBe(403);
    expect(await restore(id, version - 1, bruno)).toBe(200);
    expect(await value(id)).toBe(8);
  });

  it('non riporta ciò che ha eliminato un altro, né ciò che un altro ha toccato dopo', async () => {
    const [others, touched] = [await create(bruno), await create(bruno)];
    const version = await remove(others, anna);
    expect(await restore(others, version - 1, bruno)).toBe(403);
    const first = await remove(touched, bruno);
    expect(await restore(touched, first - 1, anna)).toBe(200);
    await remove(touched, anna);
    expect(await restore(touched, first - 1, bruno)).toBe(403);
  });

  it('riporta ognuno di più record eliminati insieme, con la versione che la lista mostrava', async () => {
    const deleter = await portale.person({ permessi: { accise: { ...DELETES, allowDelete: 3 } } });
    const ids = [await create(deleter), await create(deleter)];
    await remove(ids, deleter);
    for (const id of ids) expect(await restore(id, 1, deleter)).toBe(200);
    expect(await Promise.all(ids.map(value))).toEqual([3, 3]);
  });

  it('riporta insieme più record eliminati insieme: tutti, oppure nessuno; la chiamata ripetuta non fa altro', async () => {
    const deleter = await portale.person({ permessi: { accise: { ...DELETES, allowDelete: 3 } } });
    const ids = [await create(deleter), await create(deleter), await create(bruno)];
    await remove(ids, deleter);
    const idempotencyKey = randomUUID();
    expect(await bringBack(ids, bruno)).toMatchObject({ status: 403 });
    expect(await bringBack([...ids, 999_999], deleter)).toMatchObject({ status: 404 });
    expect(await Promise.all(ids.map(value))).toEqual([undefined, undefined, undefined]);
    for (const _twice of [1, 2]) {
      expect(await bringBack(ids, deleter, { 'idempotency-key': idempotencyKey })).toMatchObject({ status: 200, changed: 3 });
      expect(await Promise.all(ids.map(value))).toEqual([3, 3, 3]);
    }
    expect(await bringBack(ids, deleter)).toMatchObject({ status: 200, changed: 0 });
    // if one record may not be restored, none is
    const own = await create(bruno);
    await remove(own, bruno);
    await remove(ids[0], deleter);
    expect(await bringBack([own, ids[0]!], bruno)).toMatchObject({ status: 403 });
    expect(await Promise.all([own, ids[0]!].map(value))).toEqual([undefined, undefined]);
    later(16);
    expect(await bringBack([own], bruno)).toMatchObject({ status: 403 });
  });

  it('non lo riporta se intanto non può più vederlo', async () => {
    const person = await portale.person({ permessi: { accise: DELETES } });
    const id = await create(person);
    const version = await remove(id, person);
    await portale.changePermissions(person.groupID, { accise: { ...DELETES, allowView: 0 } });
    expect(await restore(id, version - 1, person)).toBe(403);
  });
});
