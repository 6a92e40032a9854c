import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import * as reading from '#contracts/core/fold.ts';
import { OPERAZIONI, type Figure } from '#contracts/modules/analisi.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { everything, newEvent, record, testTables } from '../engine/events.testing.ts';
import { current } from '../engine/record-events.ts';
import { catalogue } from '../../test/catalogue.ts';
import { figures, type LineSelection, type ReaderScopes } from './analisi.queries.ts';
import { comparable, plainSql, recount, type Line } from './recount.testing.ts';

const PROJECTIONS = catalogue.projections;
const fold = reading.fold.bind(null, catalogue);

const TABLES = ['produzione', 'produzione_padre', 'cantieri', 'lavorazioni', 'macchinari', 'noleggi', 'analisi_giorni'];
const projections = PROJECTIONS.filter(({ tables }) => tables.some((name) => TABLES.includes(name)));
const FIGURES = [...new Set(Object.values(OPERAZIONI).map(([figure]) => figure))];
const ALL: ReaderScopes = { utente: 'nessuno', cantieri: 'all', macchinari: 'all', noleggi: 'all' };
const FROM = '2026-11-01';
const PERIOD = { dal: FROM, al: '2026-11-06' };

let database: TestDatabase;
let store: EventStore;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  store = memoryStore();
  tables = await testTables(database.url, projections);
});
afterEach(async () => {
  await sql`drop schema letture cascade`.execute(tables.db);
  await tables.db.destroy();
});

type Rows = Record<Figure, Record<string, unknown>[]>;

async function read(counted: Partial<LineSelection> = {}, seen: ReaderScopes = ALL): Promise<Rows> {
  const whole: LineSelection = { ...PERIOD, scope: 'all', utente: 'nessuno', ...counted };
  const { rows } = await figures(tables.db, Object.fromEntries(FIGURES.map((figure) => [figure, { figure, counted: whole }])), seen, whole);
  return Object.fromEntries(Object.entries(rows).map(([figure, text]) => [figure, JSON.parse(text) as unknown])) as Rows;
}

/** Returns the existing production lines, computed only from the log. */
async function linesOfLog(): Promise<Line[]> {
  const streams = Map.groupBy(
    current(catalogue.upcasts, await everything(store)).filter(({ stream }) => stream.startsWith('produzione_padre-')),
    ({ stream }) => stream,
  );
  return [...streams.values()].flatMap((events) => {
    const state = fold(events);
    const owner = [...state.values()].find(({ table }) => table === 'produzione_padre')?.utente ?? '';
    return [...state.values()]
      .filter(({ table, exists, parentDeleted }) => table === 'produzione' && exists && !parentDeleted)
      .map(({ values }) => ({ ...values, utente: owner }) as Line);
  });
}

const inPeriod = (line: Line) => line.data >= PERIOD.dal && line.data <= PERIOD.al;

const day = fc.integer({ min: -1, max: 7 }).map((n) => addDays(FROM, n));
const maybe = (...values: string[]) => fc.constantFrom(null, ...values);
const line = fc.record({
  data: day,
  commessa: fc.constantFrom('0001', '0002'),
  wbs: maybe('W1', 'W2'),
  lavorazione: maybe('PALI', 'TIRANTI'),
  operatore: maybe('Rossi', "D'Angelo"),
  attrezzatura: maybe('A1', 'N00001'),
  note: maybe('una nota'),
  fermo: fc.constantFrom(null, 0, 1),
  quantita: fc.option(
    fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000),
    { nil: null },
  ),
  produzione: fc.option(
    fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 100),
    { nil: null },
  ),
});
const LINE = ['RigaProduzioneAggiunta.v1', 'RigaProduzioneModificata.v1', 'RigaProduzioneEliminata.v1', 'RigaProduzioneRipristinata.v1'];
const HEADER = ['ProduzioneRegistrata.v1', 'ProduzioneModificata.v1', 'ProduzioneEliminata.v1', 'ProduzioneRipristinata.v1'];
/** A header (three of them) or one of its three lines; changes carry some of the fields, as real ones do. */
const fact = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    line,
    fc.constantFrom('anna', 'mario'),
    fc.subarray(['quantita', 'data', 'fermo', 'note', 'produzione']),
  )
  .map(([header, which, kind, values, utente, changed]) => {
    const stream = `produzione_padre-${header}`;
    if (which === 0) return { stream, type: HEADER[kind] ?? '', data: { id: header, data: values.data } as JsonObject, utente };
    const data: JsonObject =
      kind === 0 ? values : kind === 1 ? Object.fromEntries(changed.map((name) => [name, values[name as keyof typeof values]])) : {};
    return { stream, type: LINE[kind] ?? '', data: { id: header * 10 + which, id_intestazione: header, ...data } as JsonObject, utente };
  });

describe('le figure della produzione', () => {
  it('sono il riconteggio delle righe, qualunque cosa sia accaduta, e lo stesso in SQL dalle righe', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 40 }), async (facts) => {
        await sql`drop schema if exists letture cascade`.execute(tables.db);
        await tables.db.destroy();
        store = memoryStore();
        tables = await testTables(database.url, projections);
        for (const [n, { stream, type, data, utente }] of facts.entries()) {
          await store.append(stream, [newEvent(type, data, { utente })], 'any');
          // several batches, so that changes must subtract exactly the earlier contributions
          if (n % 7 === 6) await tables.catchUp(store);
        }
        await tables.catchUp(store);
        const lines = (await linesOfLog()).filter((one) => typeof one.data === 'string' && inPeriod(one));
        const [whole, again] = [await read(), recount(lines)];
        for (const figure of FIGURES) {
          expect(comparable(whole[figure]), figure).toEqual(comparable(again[figure]));
          expect(comparable(await plainSql(tables.db, figure, PERIOD)), `${figure} in SQL`).toEqual(comparable(whole[figure]));
        }
        for (const utente of ['anna', 'mario']) {
          const own = await read({ scope: 'own', utente });
          const mine = recount(lines.filter((one) => one.utente === utente));
          for (const figure of FIGURES) expect(comparable(own[figure]), `${figure} di ${utente}`).toEqual(comparable(mine[figure]));
        }
        const some = await read({ lav: ['PALI'], can: ['0001'], wbs: ['W1', 'W2'] });
        const kept = recount(lines.filter((one) => one['lavorazione'] === 'PALI' && one['commessa'] === '0001' && one['wbs'] !== null));
        for (const figure of FIGURES) expect(comparable(some[figure]), `${figure} filtrata`).toEqual(comparable(kept[figure]));
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('di tutti sono la somma di quelle di ciascuno', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        const first = Math.floor(Math.random() * 1e9);
        for (const [n, values] of lines.entries()) {
          const stream = `produzione_padre-${first + n}`;
          const utente = ['anna', 'mario', 'lia'][n % 3] ?? '';
          await record(store, stream, 'ProduzioneRegistrata.v1', { id: first + n, data: values.data }, { utente });
          await record(
            store,
            stream,
            'RigaProduzioneAggiunta.v1',
            { ...values, id: first + n, id_intestazione: first + n },
            { utente: 'altri' },
          );
        }
        await tables.catchUp(store);
        const total = async (counted: Partial<LineSelection>) => Math.round(Number((await read(counted)).totalValue[0]?.['value']) * 100);
        const each = await Promise.all(['anna', 'mario', 'lia'].map((utente) => total({ scope: 'own', utente })));
        expect(each.reduce((sum, one) => sum + one, 0)).toBe(await total({}));
        expect(await total({ scope: 'none' })).toBe(0);
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  it('tornano come prima quando una riga, una testata o un cantiere sono eliminati e ripristinati', async () => {
    const cantiere = (type: string, data: JsonObject = {}) => record(store, 'cantieri-0001', type, { commessa: '0001', ...data });
    await cantiere('CantiereRegistrato.v1', { committente: 'Comune di Asti', indirizzo: 'via Roma' });
    await record(store, 'produzione_padre-1', 'ProduzioneRegistrata.v1', { id: 1, data: FROM, cantiere: '0001' }, { utente: 'anna' });
    const row = (id: number, quantita: number, produzione: number) =>
      record(
        store,
        'produzione_padre-1',
        'RigaProduzioneAggiunta.v1',
        { id, id_intestazione: 1, data: FROM, commessa: '0001', lavorazione: 'PALI', quantita, produzione },
        { utente: 'anna' },
      );
    await row(1, 10.1, 100.01);
    await row(2, 20.2, 200.02);
    await tables.catchUp(store);
    const before = await read();
    expect(before.totalValue).toEqual([{ value: 300.03 }]);
    expect(before.perSite).toEqual([{ cantieri: '0001', committente: 'Comune di Asti', via: 'via Roma', lavorazioni: expect.any(String) }]);
    const there = async () => {
      await tables.catchUp(store);
      return read();
    };
    await record(store, 'produzione_padre-1', 'RigaProduzioneEliminata.v1', { id: 2 });
    expect((await there()).totalValue).toEqual([{ value: 100.01 }]);
    await record(store, 'produzione_padre-1', 'ProduzioneEliminata.v1', { id: 1 });
    expect((await there()).perDay).toEqual([]);
    await record(store, 'produzione_padre-1', 'RigaProduzioneRipristinata.v1', { id: 2 });
    expect((await there()).perDay).toEqual([]);
    await record(store, 'produzione_padre-1', 'ProduzioneRipristinata.v1', { id: 1 });
    expect(await there()).toEqual(before);
    // production of a deleted site stays; only the client is no longer shown
    await cantiere('CantiereEliminato.v1');
    const without = await there();
    expect(comparable(without.perSite)).toEqual(comparable(before.perSite));
    expect(without.perSite[0]).toMatchObject({ committente: null, via: null });
    await cantiere('CantiereRipristinato.v1');
    expect(await there()).toEqual(before);
  });

  it('di lavorazioni, cantieri e attrezzature dicono ciò che chi legge può vedere', async () => {
    await record(store, 'lavorazioni-1', 'LavorazioneRegistrata.v1', { id: 1, descrizione: 'PALI', um: 'ml', colore: '#2C6E8C' });
    await record(
      store,
      'cantieri-0001',
      'CantiereRegistrato.v1',
      { commessa: '0001', committente: 'Rossi', via: 'via Po' },
      { utente: 'anna' },
    );
    await record(store, 'macchinari-A1', 'MacchinarioRegistrato.v1', { matricola: 'A1', descrizione: 'Sonda' });
    await record(store, 'produzione_padre-1', 'ProduzioneRegistrata.v1', { id: 1, data: FROM }, { utente: 'anna' });
    await record(store, 'produzione_padre-1', 'RigaProduzioneAggiunta.v1', {
      id: 1,
      id_intestazione: 1,
      data: FROM,
      commessa: '0001',
      lavorazione: 'PALI',
      attrezzatura: 'A1',
      quantita: 1.5,
      produzione: 10,
    });
    await tables.catchUp(store);
    const all = await read();
    expect(JSON.parse(String(all.perDay[0]?.['lavorazioni']))).toEqual([
      {
        lavorazione: 'PALI',
        quantita: 1.5,
        commessa: '0001',
        wbs: null,
        note: null,
        colore: '#2C6E8C',
        committente: 'Rossi',
        via: 'via Po',
      },
    ]);
    expect(all.perEquipment[0]).toMatchObject({ attrezzatura: 'A1', descrizione: 'Sonda' });
    const little = await read({}, { utente: 'anna', cantieri: 'none', macchinari: 'none', noleggi: 'none' });
    expect(JSON.parse(String(little.perDay[0]?.['lavorazioni']))).toMatchObject([{ commessa: '0001', committente: null, via: null }]);
    expect(little.perEquipment[0]).toMatchObject({ attrezzatura: 'A1', descrizione: null });
    expect((await read({}, { ...ALL, utente: 'anna', cantieri: 'own' })).perSite[0]).toMatchObject({ committente: 'Rossi' });
    expect((await read({}, { ...ALL, utente: 'mario', cantieri: 'own' })).perSite[0]).toMatchObject({ committente: null });
  });

  it('di un mese si leggono per giorno, per quanto lunga sia la storia', async () => {
    await sql`insert into analisi_giorni (chiave, data, utente, fermo, righe, millesimi, centesimi)
      select n::text, '2000-01-01'::date + (n / 20)::integer, 'anna', false, 1, 1000, 100 from generate_series(1, 60000) n`.execute(
      tables.db,
    );
    await sql`analyze analisi_giorni`.execute(tables.db);
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain select sum(centesimi) from analisi_giorni where data between '2004-03-01'::date and '2004-03-31'::date`.execute(tables.db);
    expect(rows.map((r) => r['QUERY PLAN']).join('\n')).toContain('analisi_giorni_data');
  });
});
