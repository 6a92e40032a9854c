import { EVERYTHING } from '#contracts/core/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';

const ALL = { accise: EVERYTHING } as const;
const OWN = { accise: { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 3 } } as const;

let portale: TestPortal;
let people: Person[];

beforeAll(async () => {
  portale = await startTestPortal();
  people = await Promise.all([0, 1].map(() => portale.person({ permessi: ALL })));
});
afterAll(() => portale?.stop());

async function some(count: number): Promise<number[]> {
  const ids = [];
  for (let n = 0; n < count; n++)
    ids.push(Number((await portale.call('POST', '/api/accise', { as: people[0]!, body: { accise: { ore: n } } })).body.message.insertId));
  return ids;
}
const remove = (as: Person, id: unknown, headers: Record<string, string> = {}) =>
  portale.call('DELETE', '/api/accise', { as, body: { id }, headers });
const there = async () => (await portale.call('GET', '/api/accise', { as: people[0]! })).body.data.length as number;

describe('due eliminazioni degli stessi record nello stesso momento', () => {
  it('rispondono 200 tutte e due, ciascuna con quanti ne ha eliminati lei', async () => {
    for (let round = 0; round < 8; round++) {
      const ids = await some(5);
      const answers = await Promise.all(people.map((person, i) => remove(person, i === 0 ? ids : ids.toReversed())));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const counted = answers.map(({ body }) => body.message.affectedRows as number);
      expect(counted[0]! + counted[1]!).toBe(5);
      for (const [i, person] of people.entries()) {
        const own = await Promise.all(
          ids.map(
            async (id) =>
              (await portale.deps.store.read(`accise-${id}`)).filter(
                ({ type, metadata }) => type === 'AccisaEliminata.v1' && metadata.utente === person.memberID,
              ).length,
          ),
        );
        expect(own.reduce((a, b) => a + b, 0)).toBe(counted[i]);
      }
      expect(await there()).toBe(0);
    }
  });

  it('una chiesta di nuovo con la sua chiave dice lo stesso', async () => {
    const ids = await some(4);
    const keys = people.map((_, i) => ({ 'idempotency-key': `insieme-${i}` }));
    const first = await Promise.all(people.map((person, i) => remove(person, ids, keys[i])));
    for (const [i, person] of people.entries()) {
      if (first[i]!.body.message.affectedRows > 0) expect((await remove(person, ids, keys[i])).body).toEqual(first[i]!.body);
    }
  });

  it('chi arriva quando il record non c’è più da prima ha 404, e non tocca gli altri', async () => {
    const [gone, left] = await some(2);
    expect((await remove(people[0]!, gone)).status).toBe(200);
    expect((await remove(people[1]!, [left, gone])).status).toBe(404);
    expect((await remove(people[1]!, left)).status).toBe(200);
  });

  it('di record d’altri che non si vedono non si sa nemmeno che se ne vanno', async () => {
    const ids = await some(3);
    const blind = await portale.person({ permessi: OWN });
    const [done, refused] = await Promise.all([remove(people[0]!, ids), remove(blind, ids)]);
    expect([done.status, refused.status]).toEqual([200, 404]);
  });
});
