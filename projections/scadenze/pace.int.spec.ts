import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables } from '../engine/events.testing.ts';
import { boardProjections } from './board.testing.ts';

const store = memoryStore();
let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, boardProjections());
  await record(store, 'macchinari-P1', 'MacchinarioRegistrato.v1', { matricola: 'P1' });
});
afterAll(async () => {
  await tables?.db.destroy();
  await store.close();
  await database?.close();
});

const reading = (id: number, data: string, ore_km: number) =>
  record(store, `manutenzioni-${id}`, 'ManutenzioneRegistrata.v1', { id, matricola: 'P1', data, ore_km });
const pace = async () => {
  await tables.catchUp(store);
  const { rows } = await sql<{ ultima: string; ore: number }>`select ultima::text, ore_giorno::float as ore from scadenze_medie`.execute(
    tables.db,
  );
  return rows.map(({ ultima, ore }) => [ultima, ore]);
};

it('averages the ninety days before the last reading, that day included', async () => {
  await reading(1, '2026-01-01', 100);
  expect(await pace()).toEqual([]);
  await reading(2, '2026-04-01', 190);
  expect(await pace()).toEqual([['2026-04-01', 1]]);
  // of the day before the ninety days
  await reading(3, '2025-12-31', 0);
  expect(await pace()).toEqual([['2026-04-01', 1]]);
});

it('forgets deleted readings, the last and the first', async () => {
  await reading(4, '2026-05-01', 500);
  await reading(5, '2026-04-11', 220);
  expect((await pace())[0]?.[0]).toBe('2026-05-01');
  await record(store, 'manutenzioni-4', 'ManutenzioneEliminata.v1', { id: 4 });
  expect(await pace()).toEqual([['2026-04-11', 3]]);
  await record(store, 'manutenzioni-2', 'ManutenzioneEliminata.v1', { id: 2 });
  expect(await pace()).toEqual([]);
});
