import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { DEFAULT_REQUIREMENTS, SPECIFIED_KINDS } from '#contracts/modules/scadenze/default-kinds.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { sql } from 'kysely';
import { openDatabase, type ReadDatabase } from '../database.ts';
import { newEvent, testTables } from '../engine/events.testing.ts';
import { boardProjections } from './board.testing.ts';
import { readBoard, type BoardRequest } from './board.queries.ts';

const TODAY = '2026-11-23';
/** Share of a large firm; `SCALA=1` measures at its size. */
const SCALE = Number(process.env['SCALA'] ?? 0.2);
const [MACHINES, WORKERS, DAYS] = [5000 * SCALE, 1000 * SCALE, 30];

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
/** Database opened with the settings of API calls, not of projections. */
let reading: ReturnType<typeof openDatabase<ReadDatabase>>;

function* firm(): Generator<[stream: string, type: string, data: JsonObject]> {
  const day = (n: number) => addDays(TODAY, ((n * 7919) % 900) - 200);
  for (const [at, kind] of SPECIFIED_KINDS.entries()) {
    const { soggetto, codice, nome, ordine, blocca } = kind;
    yield [
      `tipi_documento-${at + 1}`,
      'TipoDocumentoRegistrato.v1',
      { id: at + 1, soggetto, codice, nome, ordine, blocca: blocca ? 1 : 0 },
    ];
  }
  for (const [at, one] of DEFAULT_REQUIREMENTS.entries()) yield [`requisiti-${at + 1}`, 'RequisitoRegistrato.v1', { id: at + 1, ...one }];
  for (let m = 0; m < MACHINES; m++) {
    const matricola = `M${m}`;
    const dates = Object.fromEntries(
      ['circolazione', 'assicurazione', 'varie2', 'varie3'].map((name, at) => [`scadenza_${name}`, day(m * 4 + at)]),
    );
    yield [
      `macchinari-${matricola}`,
      'MacchinarioRegistrato.v1',
      { matricola, marca: 'Cat', modello: `${m}`, varie2: `${matricola}/f.pdf`, ...dates },
    ];
    for (const [at, ore] of [100, 400].entries())
      yield [`accise-${m * 2 + at}`, 'AccisaRegistrata.v1', { id: m * 2 + at, matricola, data: addDays(TODAY, at * 30 - 45), ore }];
    yield [
      `manutenzioni-${m}`,
      'ManutenzioneRegistrata.v1',
      { id: m, matricola, data: TODAY, manutenzione: 'Olio, Filtro', ore_scadenza: 350 + (m % 900) },
    ];
  }
  const fields = SPECIFIED_KINDS.filter(({ soggetto }) => soggetto === 'lavoratore').map(({ codice }) => codice);
  for (let w = 0; w < WORKERS; w++) {
    const matricola = `${w}`;
    const dates = Object.fromEntries(
      fields
        .filter((code) => code !== 'limitazione' && code !== 'prescrizione')
        .map((code, at) => [`scadenza_${code}`, (w + at) % 9 === 0 ? null : day(w * 34 + at)]),
    );
    yield [`personale-${matricola}`, 'LavoratoreRegistrato.v1', { matricola, nome: `N${w}`, cognome: `C${w}`, ...dates }];
    yield [`operatore-${w}`, 'OperatoreRegistrato.v1', { id: w, descrizione: `C${w} N${w}`, matricola }];
  }
  for (let s = 0; s < 100; s++) yield [`cantieri-${1000 + s}`, 'CantiereRegistrato.v1', { commessa: `${1000 + s}`, data_fine: day(s) }];
  for (let d = 0; d < DAYS; d++)
    for (let w = 0; w < WORKERS; w++)
      yield [
        `produzione_padre-${d * 100 + (w % 100) + 1}`,
        'RigaProduzioneAggiunta.v1',
        {
          id: d * WORKERS + w + 1,
          id_intestazione: d * 100 + (w % 100) + 1,
          data: addDays(TODAY, -d),
          commessa: `${1000 + (w % 100)}`,
          operatore: `C${w} N${w}`,
          attrezzatura: `M${(w * 5) % MACHINES}`,
        },
      ];
}

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, boardProjections());
  const versions = new Map<string, number>();
  const events = [...firm()].map(([stream, type, data], at): StoredEvent => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    return { ...newEvent(type, data), stream, version, position: String(at + 1).padStart(16, '0') };
  });
  for (let at = 0; at < events.length; at += 1000) await tables.applyAll(events.slice(at, at + 1000));
  reading = openDatabase<ReadDatabase>({ url: database.url, max: 4 });
  await sql`vacuum analyze`.execute(reading.db);
}, 240_000);
afterAll(async () => {
  await reading.db.destroy();
  await tables.db.destroy();
  await database.close();
});

const ALL = { macchina: 'all', noleggio: 'all', lavoratore: 'all', cantiere: 'all', ditta: 'all' } as const;
const request = (more: Partial<BoardRequest> = {}): BoardRequest => ({
  scopes: ALL,
  utente: 'mario',
  giorno: TODAY,
  today: TODAY,
  filters: {},
  pagina: 1,
  righe: 20,
  ...more,
});

/** Prints the times and checks no limit, since machines differ. */
it('quanto costa una pagina con i suoi conti', async () => {
  const asked: [string, BoardRequest][] = [
    ['la prima pagina', request()],
    ['prima ciò che ferma', request({ ordina: 'lavoro' })],
    ['gli scaduti', request({ fascia: 'scaduto' })],
    ['gli assenti', request({ fascia: 'assente' })],
    ['le macchine', request({ filters: { soggetto: 'macchina' } })],
    ['un cantiere', request({ filters: { cantiere: '1007' } })],
    ['una ricerca', request({ filters: { cerca: 'C77 corso' } })],
    ['per nome', request({ ordina: 'nome' })],
    ['per cantiere, a gruppi', request({ gruppo: 'cantiere' })],
    ['un mese', request({ filters: { dal: '2026-12-01', al: '2026-12-31' }, righe: 200, gruppo: 'giorno' })],
  ];
  const told: string[] = [];
  for (const [name, one] of asked) {
    const times: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const from = performance.now();
      const { totale } = await readBoard(reading.db, one);
      times.push(performance.now() - from);
      if (turn === 8) told.push(`${name}: ${times.toSorted((a, b) => a - b)[4]!.toFixed(1)} ms, ${totale} righe`);
    }
  }
  console.info(told.join('\n'));
  const { totale, data } = await readBoard(reading.db, request());
  expect(data).toHaveLength(20);
  expect(totale).toBeGreaterThan(MACHINES * 6 + WORKERS * 28);
});
