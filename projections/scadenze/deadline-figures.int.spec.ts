import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { record, testTables } from '../engine/events.testing.ts';
import { boardProjections } from './board.testing.ts';
import { readBoard, type BoardRequest } from './board.queries.ts';

const TODAY = '2026-11-23';
const inDays = (days: number) => addDays(TODAY, days);

const store = memoryStore();
let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, boardProjections());
});
afterAll(async () => {
  await tables?.db.destroy();
  await database?.close();
});

async function told(...facts: [stream: string, type: string, data: JsonObject][]): Promise<void> {
  for (const [stream, type, data] of facts) await record(store, stream, type, data);
  await tables.catchUp(store);
}
const board = (more: Partial<BoardRequest>) =>
  readBoard(tables.db, {
    scopes: { macchina: 'all', lavoratore: 'all' },
    utente: '',
    filters: {},
    giorno: TODAY,
    today: TODAY,
    pagina: 1,
    righe: 50,
    ...more,
  });
const due = async (id: string) =>
  (await board({ filters: { soggetto: 'macchina', id } })).data.map(({ voce, scadenza, ore_mancanti }) => [voce, scadenza, ore_mancanti]);

it('entro 30 giorni, di un gruppo, conta anche chi scade entro 7', async () => {
  const dates = {
    scadenza_ps: inDays(7),
    scadenza_ple: inDays(8),
    scadenza_unilav: inDays(30),
    scadenza_ci: inDays(31),
    scadenza_patente: TODAY,
  };
  await told(['personale-W1', 'LavoratoreRegistrato.v1', { matricola: 'W1', cognome: 'R', nome: 'M', ...dates }]);
  const { gruppi } = await board({ gruppo: 'persona' });
  expect(gruppi).toEqual([{ chiave: 'W1', nome: 'R M', totale: 5, scaduti: 1, entro_30: 3, assenti: 0 }]);
});

it('una previsione cade nel giorno in cui le ore ci sono, mai il giorno prima; una lettura che passa ad altra macchina non resta alla prima', async () => {
  await told(
    ...['P1', 'P2'].flatMap((matricola, at): [string, string, JsonObject][] => [
      [`macchinari-${matricola}`, 'MacchinarioRegistrato.v1', { matricola }],
      [
        `manutenzioni-${at + 1}`,
        'ManutenzioneRegistrata.v1',
        { id: at + 1, matricola, data: inDays(-10), manutenzione: 'Olio', ore_km: 100, ore_scadenza: 225 },
      ],
    ]),
    ['accise-1', 'AccisaRegistrata.v1', { id: 1, matricola: 'P1', data: TODAY, ore: 200 }],
  );
  // 25 hours at 10 per day take two and a half days, rounded up to three
  expect(await due('P1')).toEqual([['Olio', inDays(3), 25]]);
  expect(await due('P2')).toEqual([['Olio', null, 125]]);
  await told(['accise-1', 'AccisaModificata.v1', { id: 1, matricola: 'P2' }]);
  expect(await due('P1')).toEqual([['Olio', null, 125]]);
  expect(await due('P2')).toEqual([['Olio', inDays(3), 25]]);
});
