import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '#contracts/core/events.ts';
import { openDatabase } from '#projections/database.ts';
import { TEMPLATE, testDatabase } from '../../../test/postgres.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { cleanTables, type ForgetSearch } from './clean-tables.ts';
import { searchedTables } from './traces.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let opened: ReturnType<typeof openDatabase<WriteDatabase>>;
beforeAll(async () => {
  database = await testDatabase(undefined, TEMPLATE);
  opened = openDatabase<WriteDatabase>({ url: database.url, max: 2, schema: 'public' });
});
afterAll(async () => {
  await opened?.db.destroy();
  await database?.close();
});
beforeEach(async () => {
  await sql`truncate public.processi, public.modifiche, public.modifiche_righe, public.preferenze`.execute(opened.db);
});

const WANTED: ForgetSearch = {
  register: 'personale',
  matricola: '1187',
  fields: ['data_nascita', 'documenti_ce', 'nome', 'cognome'],
  words: ['Neri', 'Anna'],
  names: ['Neri Anna', 'Anna Neri', '1187_NERI_ANNA'],
  parts: ['Neri'],
  values: ['1951-07-23'],
  replacement: 'Lavoratore 1187',
  expressions: [],
};

/** Job with a request, and the data that it stored as a report. */
type Planted = [id: string, status: string, request: JsonObject, more?: { kind?: string; title?: string; report?: JsonObject }];

async function plant(...jobs: Planted[]): Promise<void> {
  for (const [id, status, request, { kind = 'esporta-elenco', title = 'Elenco', report = null } = {}] of jobs)
    await sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, risultato, correlation_id)
      values (${id}, ${kind}, ${title}, ${status}, 'x', 2, ${JSON.stringify(request)}::jsonb, ${JSON.stringify(report)}::jsonb, 'c')`.execute(
      opened.db,
    );
}

async function jobs(): Promise<Record<string, { dati: JsonObject; risultato: JsonObject | null; titolo: string }>> {
  const { rows } = await sql<{ id: string; dati: JsonObject; risultato: JsonObject | null; titolo: string }>`
    select id, dati, risultato, titolo from public.processi`.execute(opened.db);
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
}

/** Whether a failed job may be started again, as the queue judges it. */
const isFinal = async (id: string): Promise<boolean> => (await jobs())[id]!.risultato !== null;

describe('Le operazioni che nominano chi si dimentica', () => {
  test('finite, perdono la richiesta: per il nome, un valore o la matricola, in qualunque maiuscola; le altre la tengono', async () => {
    await plant(
      ['nome', 'done', { percorso: 'PERSONALE/1187_neri_ANNA/x.pdf' }],
      ['cognome', 'annullato', { altro: 'NERI' }],
      ['valore', 'done', { filtri: { data_nascita: '1951-07-23' } }],
      ['matricola', 'done', { id: '1187' }],
      ['altra', 'done', { id: '11870', testo: 'Nerini, 1951-07-2' }],
    );
    await cleanTables(opened.db, WANTED);
    const after = await jobs();
    expect(Object.entries(after).map(([id, { dati }]) => [id, Object.keys(dati)])).toEqual(
      expect.arrayContaining([
        ['nome', []],
        ['cognome', []],
        ['valore', []],
        ['matricola', []],
        ['altra', ['id', 'testo']],
      ]),
    );
  });

  test('fallita, la richiesta va anche se il cognome vi sta da solo, e non si riprova più', async () => {
    await plant(
      ['cognome', 'error', { cerca: 'neri' }],
      ['valore', 'error', { filtri: { data_nascita: '1951-07-23' } }],
      ['esito', 'error', { cerca: 'neri' }, { report: { fatti: 3 } }],
      ['altra', 'error', { cerca: 'Nerini', id: '1187' }],
    );
    await cleanTables(opened.db, WANTED);
    expect(await jobs()).toMatchObject({
      cognome: { dati: {} },
      valore: { dati: {} },
      esito: { dati: {}, risultato: { fatti: 3 } },
      altra: { dati: { cerca: 'Nerini', id: '1187' } },
    });
    expect(JSON.stringify(await jobs())).not.toMatch(/"neri"|1951-07-23/);
    expect([await isFinal('cognome'), await isFinal('valore'), await isFinal('altra')]).toEqual([true, true, false]);
  });

  test('in attesa o in corso, cercano il numero al posto del nome, e le colonne restano', async () => {
    const request = {
      tabella: 'personale',
      colonne: ['neri'],
      cerca: 'NERI',
      filtri: { cognome: { contiene: 'neri' }, data_nascita: { da: '1951-07-23', a: '1951-07-24' } },
      nome: 'ANNA NERI',
    };
    const left = { tabella: 'personale', colonne: ['neri'], cerca: 'Lavoratore 1187' };
    await plant(['attesa', 'queued', request], ['corso', 'running', request]);
    await cleanTables(opened.db, WANTED);
    for (const id of ['attesa', 'corso'])
      expect((await jobs())[id]!.dati).toEqual({
        ...left,
        filtri: { cognome: { contiene: 'Lavoratore 1187' }, data_nascita: { da: 'Lavoratore 1187', a: '1951-07-24' } },
        nome: 'Lavoratore 1187',
      });
  });

  test('della contabilità, che è dell’impresa, la richiesta resta; il nome intero no', async () => {
    const request = { numero: 7, bilMovDip: { nome: 'NERI.csv' }, nota: 'di Neri  Anna' };
    const kind = 'contabilita-lavoratori';
    await plant(['fatta', 'done', request, { kind }], ['fallita', 'error', request, { kind }]);
    await cleanTables(opened.db, WANTED);
    for (const id of ['fatta', 'fallita']) expect((await jobs())[id]!.dati).toEqual({ ...request, nota: 'di Lavoratore 1187' });
    expect(await isFinal('fallita')).toBe(false);
  });

  test('titoli e messaggi dicono il numero', async () => {
    await plant(['una', 'done', {}, { title: 'Dossier di neri ANNA, di Raneri Anna e di Neri Annamaria' }]);
    await cleanTables(opened.db, WANTED);
    expect((await jobs())['una']!.titolo).toBe('Dossier di Lavoratore 1187, di Raneri Anna e di Neri Annamaria');
  });
});

test('Una modifica di molti perde i campi personali di chi si dimentica; quella di altri, o di un altro elenco, resta', async () => {
  const fields = { nome: 'Anna', cognome: 'N.', data_nascita: '1951', documenti_ce: 'CE', data_fine: '2020-01-01' };
  for (const [id, register, key] of [
    ['sua', 'personale', '1187'],
    ['altrui', 'personale', '1188'],
    ['altrove', 'macchinari', '1187'],
  ]) {
    await sql`insert into public.modifiche (id, registro, campi, utente, tutti) values (${id}, ${register}, ${JSON.stringify(fields)}::jsonb, 'x', false)`.execute(
      opened.db,
    );
    await sql`insert into public.modifiche_righe (modifica, numero, chiave) values (${id}, 1, ${JSON.stringify(key)}::jsonb)`.execute(
      opened.db,
    );
  }
  await cleanTables(opened.db, WANTED);
  const { rows } = await sql<{ id: string; campi: JsonObject }>`select id, campi from public.modifiche order by id`.execute(opened.db);
  expect(rows).toEqual([
    { id: 'altrove', campi: fields },
    { id: 'altrui', campi: fields },
    { id: 'sua', campi: { data_fine: '2020-01-01' } },
  ]);
});

test('Anche gli elenchi di testi perdono il nome, in qualunque maiuscola, e tengono l’ordine', async () => {
  const column = ['altro', 'di NERI  anna', 'Nerina Anna'];
  await sql`insert into public.modifiche (id, registro, campi, utente, tutti, gruppi) values ('g', 'cantieri', '{}', 'x', false, ${column}::text[])`.execute(
    opened.db,
  );
  await cleanTables(opened.db, WANTED);
  const { rows } = await sql<{ gruppi: string[] }>`select gruppi from public.modifiche`.execute(opened.db);
  expect(rows).toEqual([{ gruppi: ['altro', 'di Lavoratore 1187', 'Nerina Anna'] }]);
});

test('Si cerca in ogni tabella di chi scrive, il registro degli accessi compreso; non nel registro degli eventi né nelle chiavi', async () => {
  const tables = await searchedTables(opened.db);
  expect(tables).toEqual(expect.arrayContaining(['processi', 'modifiche', 'preferenze', 'viste', 'importazioni', 'accessi']));
  for (const left of ['eventi', 'chiavi_persone', 'nomi_persone', 'sigilli', 'credenziali']) expect(tables).not.toContain(left);
});
