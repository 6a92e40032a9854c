import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { testDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { migrate } from './migrations/index.ts';
import { streamSlots } from './stream-slots.ts';
import type { WriteDatabase } from './write-tables.ts';

let database: TestDatabase;
let db: Kysely<WriteDatabase>;

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase<WriteDatabase>({ url: database.url, max: 4, schema: 'public' }).db;
  await migrate(db);
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

const rows = () => db.selectFrom('collegamenti').select(['sessione', 'posto', 'fino_a']).orderBy('sessione').orderBy('posto').execute();
/** Lets all slots end a second ago. */
const lapse = () =>
  db
    .updateTable('collegamenti')
    .set({ fino_a: new Date(Date.now() - 1000) })
    .execute();

it('two processes never hold the same slot, and together no more than the maximum', async () => {
  const [one, other] = [streamSlots(db, 3), streamSlots(db, 3)];
  const taken = await Promise.all([one, other, one, other, one].map((slots) => slots.take('s')));
  expect(taken.filter((slot) => slot !== null).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(await other.take('t')).toBe(1);
  await Promise.all([one.freeAll(), other.freeAll()]);
  expect(await rows()).toEqual([]);
});

it('renews the slots that are held alone: one that could not be freed ends by itself', async () => {
  let away = false;
  const unreliable = db.withPlugin({
    transformQuery({ node }) {
      if (away) throw new Error('away');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const slots = streamSlots(unreliable, 3);
  expect([await slots.take('s'), await slots.take('s')]).toEqual([1, 2]);
  away = true;
  await expect(slots.free('s', 2)).rejects.toThrow('away');
  away = false;
  await lapse();
  await slots.renew();
  expect((await rows()).map(({ posto }) => posto)).toEqual([1]);
  expect(await slots.take('s')).toBe(2);
  await slots.freeAll();
});

it('does not take back a slot that another process has taken since it ended', async () => {
  const [one, other] = [streamSlots(db, 1), streamSlots(db, 1)];
  await db.deleteFrom('collegamenti').execute();
  expect(await one.take('s')).toBe(1);
  await lapse();
  expect(await other.take('s')).toBe(1);
  await one.free('s', 1);
  expect(await rows()).toHaveLength(1);
  await lapse();
  await one.renew();
  expect(await rows()).toEqual([]);
});
