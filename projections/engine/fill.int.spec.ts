import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { openDatabase, READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { catalogue } from '../../test/catalogue.ts';
import { NO_UPCASTS, counter, mute, newEvent, record, testTables } from './events.testing.ts';
import { fillTables } from './fill.ts';
import { prepareTables, withSignature } from './preparation.ts';
import { projectionsState } from './projections.queries.ts';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';

const PROJECTIONS = catalogue.projections;

let database: TestDatabase;
let db: Kysely<ReadDatabase>;
let pool: pg.Pool;
let store: EventStore;

beforeEach(async () => {
  database = await testDatabase();
  ({ db, pool } = openDatabase<ReadDatabase>({ url: database.url, max: 4, pipeline: true }));
  store = memoryStore();
});

afterEach(async () => {
  await db.destroy();
  await store.close();
  await database.close();
});

/** Creates a projection that records the size of its batches in `seen`, and writes each batch in one statement. */
function listing(name: string, seen: number[], fault?: number): Projection {
  return {
    ...counter(name),
    async create(handle) {
      await sql`create table ${sql.table(name)} (n integer)`.execute(handle);
    },
    async apply(tx, events) {
      seen.push(events.length);
      await tx.query(sql`insert into ${sql.table(name)} select unnest(${events.map(({ data }) => data['n'])}::integer[])`);
      if (events.some(({ data }) => data['n'] === fault)) throw new Error('veleno');
    },
  };
}

describe('il riempimento di tabelle nuove', () => {
  const EVENTS = 4500;
  const filled = async (projections: readonly Projection[]) => {
    await store.append(
      'prova-1',
      Array.from({ length: EVENTS }, (_, n) => newEvent('Fatto.v1', { n })),
      'none',
    );
    await prepareTables(db, READ_SCHEMA, await withSignature(projections));
    let told = 0;
    const end = await fillTables({
      db,
      pool,
      store,
      projections,
      upcasts: NO_UPCASTS,
      taken: (events) => (told += events),
      lost: new AbortController().signal,
    });
    return { end, told };
  };
  const there = async (name: string) => (await sql<{ n: number }>`select n from ${sql.table(name)}`.execute(db)).rows.map(({ n }) => n);

  it('dà a ogni proiezione tutti gli eventi, una volta e in ordine, a gruppi grandi', async () => {
    const [one, two]: [number[], number[]] = [[], []];
    const { end, told } = await filled([listing('uno', one), listing('due', two)]);
    expect(told).toBe(EVENTS);
    expect(end).toBe(await store.head());
    for (const name of ['uno', 'due']) expect(await there(name)).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
    expect(one).toEqual(two);
    expect(one.length).toBeLessThan(4);
    expect(await projectionsState(db)).toMatchObject([
      { stato: 'attiva', posizione: end },
      { stato: 'attiva', posizione: end },
    ]);
  });

  it('ferma da sola la proiezione che incontra un fatto che non può applicare, sull’ultimo che ha applicato', async () => {
    const { end } = await filled([listing('bene', []), listing('male', [], 3000)]);
    expect(await there('bene')).toHaveLength(EVENTS);
    expect(await there('male')).toEqual(Array.from({ length: 3000 }, (_, n) => n));
    const [good, bad] = await projectionsState(db);
    expect(good).toMatchObject({ nome: 'bene', stato: 'attiva', posizione: end, errore: null });
    expect(bad).toMatchObject({ nome: 'male', stato: 'ferma' });
    expect(bad?.errore).toMatch(/^Fatto\.v1 alla posizione/);
    expect(await store.countAfter(bad?.posizione ?? null, EVENTS)).toBe(EVENTS - 3000);
  });
});

describe('gli indici, dopo una ricostruzione', () => {
  const indexes = async () =>
    (
      await sql<{ definition: string }>`select indexdef as definition from pg_indexes where schemaname = ${READ_SCHEMA} order by 1`.execute(
        db,
      )
    ).rows.map(({ definition }) => definition);

  it('sono gli stessi di prima; quelli che le proiezioni dicono di leggere esistono', async () => {
    const tables = await testTables(database.url, PROJECTIONS);
    await tables.db.destroy();
    const before = await indexes();
    expect(before.length).toBeGreaterThan(50);
    for (const name of PROJECTIONS.flatMap(({ lookups = [] }) => lookups))
      expect(
        before.some((one) => one.replaceAll('"', '').includes(` ${name} `)),
        name,
      ).toBe(true);
    await record(store, 'macchinari-A', 'MacchinarioRegistrato.v1', { matricola: 'A' });
    await rebuild({ store, url: database.url, log: mute, upcasts: NO_UPCASTS, projections: PROJECTIONS });
    expect(await indexes()).toEqual(before);
  });
});
