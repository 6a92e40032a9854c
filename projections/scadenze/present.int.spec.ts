import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables } from '../engine/events.testing.ts';
import { boardProjections } from './board.testing.ts';
import { presentOn } from './present.queries.ts';

const store = memoryStore();
let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, boardProjections('personale', 'macchinari'));
  await record(store, 'macchinari-M1', 'MacchinarioRegistrato.v1', { matricola: 'M1' });
  await record(store, 'macchinari-M2', 'MacchinarioRegistrato.v1', { matricola: 'M2' });
  await record(store, 'produzione_padre-1', 'ProduzioneRegistrata.v1', { id: 1, data: '2026-03-10', cantiere: '0420' });
  for (const [id, attrezzatura] of [
    [11, 'M1'],
    [12, 'M2'],
  ])
    await record(store, 'produzione_padre-1', 'RigaProduzioneAggiunta.v1', {
      id: id!,
      id_intestazione: 1,
      data: '2026-03-10',
      commessa: '0420',
      attrezzatura: attrezzatura!,
      operatore: 'Rossi',
    });
  await tables.catchUp(store);
});
afterAll(async () => {
  await tables?.db.destroy();
  await store.close();
  await database?.close();
});

const present = async (day = '2026-03-15') => {
  const { macchinari, sconosciuti } = await presentOn(tables.db, '0420', day);
  return [macchinari.map(({ matricola }) => matricola), sconosciuti];
};

it('finds the machines of the last thirty days, and operators that are no worker', async () => {
  expect(await present()).toEqual([['M1', 'M2'], ['Rossi']]);
  expect([await present('2026-04-09'), await present('2026-04-10'), await present('2026-03-09')]).toEqual([
    [['M1', 'M2'], ['Rossi']],
    [[], []],
    [[], []],
  ]);
});

it('forgets a deleted line, and all lines of a deleted day', async () => {
  await record(store, 'produzione_padre-1', 'RigaProduzioneEliminata.v1', { id: 12 });
  await tables.catchUp(store);
  expect(await present()).toEqual([['M1'], ['Rossi']]);
  await record(store, 'produzione_padre-1', 'ProduzioneEliminata.v1', { id: 1 });
  await tables.catchUp(store);
  expect(await present()).toEqual([[], []]);
});
