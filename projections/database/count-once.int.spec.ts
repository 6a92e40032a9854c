import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { everything, mute, newEvent, record, testTables } from '../engine/events.testing.ts';
import { rebuild } from '../engine/rebuild.ts';
import { startProjections } from '../engine/runner.ts';
import { randomSequence } from '../engine/sequences.testing.ts';
import { countList, readList, type ListRequest } from '../registers/register.queries.ts';
import { rowCount, statements } from './compiled.ts';
import { countOnce } from './count-once.ts';

const { projections, upcasts } = catalogue;
const TODAY = '2026-03-15';
const ALL: ListRequest = { scope: 'all', utente: 'mario', pagina: 1 };

/** Lists whose counts read one table, a table and its parent, or tables of other registers. */
const QUESTIONS: readonly (readonly [string, ListRequest])[] = [
  ['macchinari', ALL],
  ['macchinari', { ...ALL, filtri: { manutenzione: true } }],
  ['manutenzioni', { ...ALL, cerca: 'olio' }],
  ['manutenzioni', { ...ALL, scope: 'own', utente: 'anna' }],
  ['manutMacchinari', { ...ALL, scope: 'own', utente: 'anna' }],
  ['accise', { ...ALL, cerca: 'a' }],
  ['produzione', { ...ALL, scope: 'own', utente: 'anna' }],
];

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  tables = await testTables(database.url, projections, upcasts);
  return async () => {
    await sql`drop schema if exists letture cascade`.execute(tables.db);
    await tables.db.destroy();
  };
});
afterAll(() => database?.close());

const known = ([path, request]: (typeof QUESTIONS)[number]) =>
  readList(tables.db, catalogue, catalogue.registerOrThrow(path), { ...request, today: TODAY });
const counted = ([path, request]: (typeof QUESTIONS)[number]) =>
  countList(tables.db, catalogue, catalogue.registerOrThrow(path), { ...request, today: TODAY });
const machine = (n: number, store: EventStore) => record(store, `macchinari-M${n}`, 'MacchinarioRegistrato.v1', { matricola: `M${n}` });
/** Changes a table without an event, so that a cached count does not change and a new count does. */
const hide = () => sql`update macchinari set eliminato = true where matricola = 'M1'`.execute(tables.db);
const machines = async () => (await known(['macchinari', ALL])).total;

describe('a count kept for a question', () => {
  it('is not made again until an event changes a table of the question', async () => {
    const store = memoryStore();
    expect(await machines()).toBe(0);
    await machine(1, store);
    await machine(2, store);
    await tables.catchUp(store);
    expect(await machines()).toBe(2);
    await hide();
    expect(await machines()).toBe(2);
    await record(store, 'committenti-1', 'CommittenteRegistrato.v1', { id: 1, nome: 'Comune' });
    await tables.catchUp(store);
    expect(await machines()).toBe(2);
    await machine(3, store);
    await tables.catchUp(store);
    expect(await machines()).toBe(2);
    await machine(4, store);
    await tables.catchUp(store);
    expect(await machines()).toBe(3);
  });

  it('is made again after a rebuild, and while a projection does not follow', async () => {
    const store = memoryStore();
    await machine(1, store);
    await tables.catchUp(store);
    expect(await machines()).toBe(1);
    await hide();
    await sql`update proiezioni set stato = 'recupero' where nome = 'macchinari'`.execute(tables.db);
    expect(await machines()).toBe(0);
    expect(await machines()).toBe(0);
    await rebuild({ store, url: database.url, log: mute, upcasts, projections });
    expect(await machines()).toBe(1);
  });

  it('is made again when the projections start, since other code may have changed the tables without telling', async () => {
    const store = memoryStore();
    await machine(1, store);
    await tables.catchUp(store);
    expect(await machines()).toBe(1);
    await hide();
    await sql`update proiezioni set posizione = '9' || posizione`.execute(tables.db);
    expect(await machines()).toBe(1);
    await (await testTables(database.url, projections, upcasts)).db.destroy();
    expect(await machines()).toBe(0);
  });

  it('of a statement that names no read table is made each time', async () => {
    const counting = (from: RawBuilder<unknown>) => statements.selectFrom(from.as('r')).select(rowCount.as('total'));
    const asked = () => countOnce(tables.db, counting(sql`generate_series(1, (select count(*) from pg_stat_activity)::int)`));
    expect(await asked()).toBeGreaterThan(0);
    await sql`create table public.altro as select 1 as n`.execute(tables.db);
    const other = () => countOnce(tables.db, counting(sql`altro`));
    expect(await other()).toBe(1);
    await sql`insert into altro values (2)`.execute(tables.db);
    expect(await other()).toBe(2);
  });
});

describe('for any history', () => {
  it('a kept count is the one counted anew', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(randomSequence, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 9 }), async (facts, steps) => {
        await sql`drop schema if exists letture cascade`.execute(tables.db);
        await tables.db.destroy();
        tables = await testTables(database.url, projections, upcasts);
        const log = memoryStore();
        for (const { stream, type, data, utente } of facts) await log.append(stream, [newEvent(type, data, { utente })], 'any');
        const events = await everything(log);
        for (let from = 0, turn = 0; from < events.length; turn += 1) {
          const until = from + (steps[turn % steps.length] ?? 1);
          await tables.applyAll(events.slice(from, until));
          from = until;
          for (const question of QUESTIONS) expect([question, (await known(question)).total]).toEqual([question, await counted(question)]);
        }
        await log.close();
      }),
      { numRuns: 12 },
    );
  });

  it('beside writers it is never older than the moment of the question', { timeout: 120_000 }, async () => {
    const store = memoryStore();
    const runner = await startProjections({ store, url: database.url, upcasts, projections, log: mute });
    const WRITTEN = 120;
    let written = 0;
    const writing = (async () => {
      for (; written < WRITTEN; written += 1) await machine(written, store);
    })();
    try {
      let last = 0;
      while (last < WRITTEN) {
        const before = await counted(['macchinari', ALL]);
        const answers = await Promise.all([machines(), machines(), machines()]);
        const after = await counted(['macchinari', ALL]);
        for (const answer of answers) {
          expect(answer).toBeGreaterThanOrEqual(before);
          expect(answer).toBeLessThanOrEqual(after);
        }
        last = after;
      }
    } finally {
      await writing;
      await runner.stop();
      await store.close();
    }
  });
});
