import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCatalogue } from '#contracts/core/catalogue.ts';
import { declaredEvents } from '#contracts/core/declared-events.ts';
import { exampleFacts, exampleModule, exampleRegister } from '#contracts/core/example-register.testing.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { contentsOf } from '#services/modules/allegati/zip-entries.ts';
import { listWriter } from '#workers/formats/list-file.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '../test/postgres.ts';
import { createReadCatalogue } from './catalogue.ts';
import { mute, newEvent, record, testTables } from './engine/events.testing.ts';
import { rebuild } from './engine/rebuild.ts';
import { startProjections } from './engine/runner.ts';
import { check } from './engine/verify.ts';
import { listReader } from './export/list-reader.ts';
import { exampleReadCatalogue, exampleReads } from './example-register.testing.ts';
import { countReferences, readList, readOne } from './registers/register.queries.ts';
import { historyOf, foldedTrail, register } from './storico/storico.queries.ts';

const TODAY = '2026-03-15';
const ALL = { scope: 'all', utente: 'mario' } as const;
const anna: Identity = {
  memberID: 'anna',
  groupID: 3,
  permessi: { macchinari: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } },
};
const never = new AbortController().signal;
const { projections, upcasts } = exampleReadCatalogue;

describe('the read side with a catalogue of its own', () => {
  let database: TestDatabase;
  let store: EventStore;
  let tables: Awaited<ReturnType<typeof testTables>>;

  beforeAll(async () => {
    database = await testDatabase();
    store = memoryStore();
    tables = await testTables(database.url, projections, upcasts);
    await record(store, 'attrezzi-T1', 'AttrezzoRegistrato.v1', { matricola: 'T1', nome: 'Trapano', peso: 2, scheda: 'T1/T1_SCHEDA.pdf' });
    await record(store, 'attrezzi-T2', 'AttrezzoRegistrato.v1', { matricola: 'T2', nome: 'Martello', peso: 1200 });
    await record(store, 'attrezzi-T1', 'AttrezzoTarato.v1', { matricola: 'T1', peso: 2.5 });
    await tables.catchUp(store);
  });
  afterAll(async () => {
    await tables?.db.destroy();
    await store?.close();
    await database?.close();
  });

  it('lists, sorts and filters by what the module computes', async () => {
    const { rows } = await readList(tables.db, exampleReadCatalogue, exampleRegister, { ...ALL, ordina: '-tonnellate', today: TODAY });
    expect(rows.map((row) => [row['matricola'], Number(row['tonnellate'])])).toEqual([
      ['T2', 1.2],
      ['T1', 0.0025],
    ]);
    const heavy = await readList(tables.db, exampleReadCatalogue, exampleRegister, {
      ...ALL,
      pagina: 1,
      filtri: { pesanti: true },
      today: TODAY,
    });
    expect([heavy.total, heavy.rows.map((row) => row['nome'])]).toEqual([1, ['Martello']]);
    expect(await readOne(tables.db, exampleReadCatalogue, exampleRegister, 'T1')).toMatchObject({ peso: 2.5, versione: 2 });
    const none = { totale: 0, per: [], altri: false };
    expect(
      await countReferences(tables.db, exampleReadCatalogue, { def: exampleRegister, values: { matricola: 'T1' } }, () => ALL),
    ).toEqual(none);
  });

  it('tells the history of its records', async () => {
    const history = await historyOf(tables.db, exampleReadCatalogue, { tabella: 'attrezzi', id: 'T1' });
    expect(history?.voci.map(({ oggetto, frase }) => [oggetto, frase])).toEqual([
      ['attrezzo T1', "ha tarato l'attrezzo"],
      ['attrezzo T1', "ha creato l'attrezzo"],
    ]);
  });

  it('writes its list to a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strato-elenco-'));
    try {
      const lists = listReader({
        db: tables.db,
        catalogue: exampleReadCatalogue,
        clock: { now: () => new Date() },
        identity: async () => anna,
      });
      const file = join(folder, 'attrezzi.csv');
      const request = { tabella: 'attrezzi', colonne: ['matricola', 'nome', 'tonnellate'], formato: 'csv', nome: 'attrezzi.csv' } as const;
      const order = { file, request: { ...request, colonne: [...request.colonne] }, memberID: 'anna' };
      expect(await listWriter(exampleReadCatalogue, lists)(order, { signal: never, progress: () => {} })).toBe(2);
      expect((await readFile(file, 'utf8')).split(/\r?\n/).slice(0, 2)).toEqual([
        '\uFEFF"Matricola";"Nome";Tonnellate',
        '"T1";"Trapano";0,0025',
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('gathers the documents of its records', async () => {
    const needs = { catalogue: exampleReadCatalogue, readDb: tables.db, owners: null as never, files: null as never };
    const exports = { property: 'attrezzi', def: exampleRegister, acceptsMatricola: () => true };
    const { file } = await contentsOf(needs, exports, ['T1', 'T2'], anna);
    expect(file).toEqual([{ percorso: 'T1/T1_SCHEDA.pdf', nome: 'T1/T1_SCHEDA.pdf' }]);
    await expect(contentsOf(needs, exports, ['T3'], anna)).rejects.toMatchObject({ code: 'SCONOSCIUTO' });
  });

  it('is made again from the log, and found equal to it', async () => {
    const run = { store, url: database.url, log: mute, projections, upcasts };
    await sql`update attrezzi set nome = 'Altro' where matricola = 'T2'`.execute(tables.db);
    expect(await check(run)).toMatchObject({ equal: false, differences: [{ table: 'attrezzi', examples: ['["T2"]'] }] });
    await rebuild(run);
    expect(await check(run)).toMatchObject({ equal: true });
    expect(await readOne(tables.db, exampleReadCatalogue, exampleRegister, 'T2')).toMatchObject({ nome: 'Martello' });
  });

  it('folds what one request records many of into one row, and opens it to its entries', async () => {
    const calibrated = (matricola: string, peso: number) => newEvent('AttrezzoTarato.v1', { matricola, peso });
    const [first, second] = [calibrated('T1', 3), calibrated('T2', 4)];
    const { correlationId } = first.metadata;
    await store.append('attrezzi-T1', [first], 'any');
    await store.append('attrezzi-T2', [{ ...second, metadata: { ...second.metadata, correlationId } }], 'any');
    await tables.catchUp(store);
    const page = { pagina: 1, righe: 9 };
    const { righe, totale, voci } = await foldedTrail(tables.db, { ...page, evento: 'AttrezzoTarato.v1' });
    expect([totale, voci, righe.map(({ id, insieme }) => [id, insieme?.quante])]).toEqual([
      2,
      3,
      [
        ['T1', 2],
        ['T1', undefined],
      ],
    ]);
    expect(righe[0]?.insieme).toMatchObject({
      unico: false,
      parti: [{ tabella: 'attrezzi', tipo: 'modificato', quante: 2, frase: "ha tarato l'attrezzo", segue: false }],
    });
    const opened = await register(tables.db, { ...page, gruppo: righe[0]!.insieme!.gruppo });
    expect([opened.totale, opened.righe.map(({ id }) => id)]).toEqual([2, ['T2', 'T1']]);
  });

  it('reads what was recorded in older versions as what is recorded now: at once, made again, and compared', async () => {
    await record(store, 'attrezzi-T7', 'AttrezzoRegistrato.v0', { codice: 'T7', nome: 'Sega', peso: 5 });
    await record(store, 'attrezzi-T7', 'AttrezzoPesato.v1', { codice: 'T7', grammi: 5500 });
    const row = () => readOne(tables.db, exampleReadCatalogue, exampleRegister, 'T7');
    const told = async () =>
      (await historyOf(tables.db, exampleReadCatalogue, { tabella: 'attrezzi', id: 'T7' }))?.voci.map(({ evento, frase }) => [
        evento,
        frase,
      ]);
    const asNow = [
      ['AttrezzoTarato.v1', "ha tarato l'attrezzo"],
      ['AttrezzoRegistrato.v1', "ha creato l'attrezzo"],
    ];
    const run = { store, url: database.url, log: mute, projections, upcasts };
    const runner = await startProjections(run);
    try {
      await vi.waitFor(async () => expect(await row()).toMatchObject({ nome: 'Sega', peso: 5.5, versione: 2 }), 15_000);
    } finally {
      await runner.stop();
    }
    expect(await told()).toEqual(asNow);
    expect(await check(run)).toMatchObject({ equal: true });
    await sql`delete from attrezzi where matricola = 'T7'`.execute(tables.db);
    expect(await check(run)).toMatchObject({ equal: false });
    await rebuild(run);
    expect(await row()).toMatchObject({ nome: 'Sega', peso: 5.5 });
    expect(await told()).toEqual(asNow);
    // without the upcasts, a replay gives other rows
    expect(await check({ ...run, upcasts: new Map() })).toMatchObject({ equal: false });
  });
});

describe('the history of a catalogue in which another register holds the accounts', () => {
  it('says the full name by its field', async () => {
    const database = await testDatabase();
    const def = { ...exampleRegister, accounts: { fullName: 'nome' } };
    const own = createReadCatalogue(createCatalogue([{ ...exampleModule, registers: [def] }], declaredEvents([exampleFacts])), [
      exampleReads,
    ]);
    const tables = await testTables(database.url, own.projections);
    try {
      const store = memoryStore();
      await record(store, 'attrezzi-anna', 'AttrezzoRegistrato.v1', { matricola: 'anna', nome: 'Anna Bruni' });
      await record(store, 'attrezzi-T1', 'AttrezzoRegistrato.v1', { matricola: 'T1' }, { utente: 'anna' });
      await tables.catchUp(store);
      const { righe } = await register(tables.db, { pagina: 1, righe: 9 });
      expect(righe.map(({ id, utente, nome }) => [id, utente, nome])).toEqual([
        ['T1', 'anna', 'Anna Bruni'],
        ['anna', 'mario', null],
      ]);
    } finally {
      await tables.db.destroy();
      await database.close();
    }
  });
});
