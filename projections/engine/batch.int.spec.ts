import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { openDatabase, READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { upsertRows } from './bulk.ts';
import { applyBatch, StalePosition, type BatchResult, type BatchContext } from './batch.ts';
import { NO_UPCASTS, count, counter, everything, mute, record } from './events.testing.ts';
import { prepareTables, withSignature } from './preparation.ts';
import { projectionsState } from './projections.queries.ts';
import { inTransaction } from './transaction.ts';
import type { Projection } from './projection.ts';

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

/** Records the given number of events and returns all events of the log. */
async function recorded(quantity: number): Promise<StoredEvent[]> {
  for (let i = 0; i < quantity; i += 1) await record(store, 'prova-1', 'Fatto.v1', { n: i });
  return everything(store);
}

async function contextOf(projections: readonly Projection[]): Promise<BatchContext> {
  const prepared = await withSignature(projections);
  await prepareTables(db, READ_SCHEMA, prepared);
  return { db, pool, signed: prepared, upcasts: NO_UPCASTS, log: mute, againstSwaps: true };
}

/** Creates a reader that applies events and passes the `known` state of each batch to the next one. */
function reader(context: BatchContext) {
  let [after, known]: [string | null, BatchResult['known']] = [null, undefined];
  return {
    known: () => known,
    async takes(event: StoredEvent): Promise<void> {
      ({ known } = await applyBatch(context, { lane: 'attiva', after, events: [event], known }));
      after = event.position;
    },
  };
}

/** Creates a projection that sums the events in one row. */
function summing(name: string): Projection {
  return {
    name,
    tables: [name],
    events: 'all',
    create: async (handle) => void (await sql`create table ${sql.table(name)} (k text primary key, n integer)`.execute(handle)),
    async apply(tx, events) {
      const there = await tx.query(sql<{ k: string; n: number }>`select * from ${sql.table(name)}`);
      const rows = new Map(there.map(({ k, n }) => [k, n]));
      for (const { data } of events) rows.set('k', (rows.get('k') ?? 0) + Number(data['n']));
      upsertRows(
        tx,
        {
          table: name,
          columns: [
            { name: 'k', type: 'text' },
            { name: 'n', type: 'integer' },
          ],
          key: ['k'],
          ifExists: 'replace',
        },
        [...rows].map(([k, n]) => ({ k, n })),
      );
    },
  };
}

describe('un lotto', () => {
  it('dice nei log di chi sono i fatti presi, e di chi quello su cui una proiezione si è fermata', async () => {
    const rows: Record<string, unknown>[] = [];
    const log = pino({ level: 'debug' }, { write: (row: string) => void rows.push(JSON.parse(row)) });
    const events = await recorded(2);
    const fussy: Projection = {
      ...counter('due'),
      async apply(tx, batch) {
        if (batch.some(({ data }) => data['n'] === 1)) throw new TypeError('un valore di nessuno');
        await counter('due').apply(tx, batch);
      },
    };
    const one = reader({ ...(await contextOf([counter('uno'), fussy])), log });
    for (const event of events) await one.takes(event);
    const [first, second] = events.map(({ metadata }) => metadata.correlationId);
    expect(rows.filter(({ msg }) => msg === 'batch applied').map((row) => row['correlationId'])).toEqual([first, second]);
    expect(rows.filter(({ msg }) => msg === 'projection stopped')).toMatchObject([{ level: 50, projection: 'due', correlationId: second }]);
    expect((await projectionsState(db)).map(({ nome, stato }) => [nome, stato])).toEqual([
      ['due', 'ferma'],
      ['uno', 'attiva'],
    ]);
  });

  it('dopo il primo non rilegge i segni, finché tutte le proiezioni vanno di pari passo', async () => {
    const events = await recorded(3);
    const one = reader(await contextOf([counter('uno'), counter('due')]));
    for (const event of events) await one.takes(event);
    expect(one.known()?.map(({ posizione }) => posizione)).toEqual([events[2]!.position, events[2]!.position]);
    expect((await projectionsState(db)).map(({ posizione }) => posizione)).toEqual([events[2]!.position, events[2]!.position]);
    expect([await count(db, 'uno'), await count(db, 'due')]).toEqual([3, 3]);
  });

  it('che un altro ha già applicato non conta due volte, anche se chi lo riceve ricorda i segni di prima', async () => {
    const events = await recorded(4);
    const context = await contextOf([counter('uno'), counter('due')]);
    const [first, second] = [reader(context), reader(context)];
    for (const event of events.slice(0, 2)) await first.takes(event);
    for (const event of events) await second.takes(event);
    await first.takes(events[2]!);
    await first.takes(events[3]!);
    expect([await count(db, 'uno'), await count(db, 'due')]).toEqual([4, 4]);
  });

  it('applicato insieme da due lettori, ognuno con i suoi ricordi, conta una volta', async () => {
    const events = await recorded(12);
    const context = await contextOf([counter('uno'), counter('due')]);
    const readers = [reader(context), reader(context)];
    for (const event of events) await Promise.all(readers.map((one) => one.takes(event)));
    expect([await count(db, 'uno'), await count(db, 'due')]).toEqual([12, 12]);
  });

  it('i cui segni sono tornati indietro chiede di ricominciare da lì', async () => {
    const events = await recorded(3);
    const one = reader(await contextOf([counter('uno')]));
    await one.takes(events[0]!);
    await one.takes(events[1]!);
    await sql`update proiezioni set posizione = ${events[0]!.position}`.execute(db);
    await expect(one.takes(events[2]!)).rejects.toThrow(StalePosition);
    expect(await count(db, 'uno')).toBe(2);
  });

  it('dopo uno scambio delle tabelle rilegge tutto, anche se i segni stanno dov’erano', async () => {
    const events = await recorded(4);
    const one = reader(await contextOf([summing('somma')]));
    for (const event of events.slice(0, 3)) await one.takes(event);
    // replaces the tables as a rebuild does, with other rows
    for (const table of ['proiezioni', 'somma']) {
      await sql`create table altra (like ${sql.table(table)} including all)`.execute(db);
      await sql`insert into altra select * from ${sql.table(table)}`.execute(db);
      await sql`drop table ${sql.table(table)}`.execute(db);
      await sql`alter table altra rename to ${sql.table(table)}`.execute(db);
    }
    await sql`update somma set n = n + 100`.execute(db);
    await one.takes(events[3]!);
    expect((await sql<{ n: number }>`select n from somma`.execute(db)).rows).toEqual([{ n: 106 }]);
  });

  it('con un evento avvelenato ferma la sua proiezione soltanto, anche senza rileggere i segni', async () => {
    const events = await recorded(4);
    const poison = (event: StoredEvent): void => {
      if (event.data['n'] === 2) throw new TypeError('non so leggerlo');
    };
    const one = reader(await contextOf([counter('fragile', { fault: poison }), counter('sana')]));
    for (const event of events) await one.takes(event);
    expect(await projectionsState(db)).toMatchObject([
      { nome: 'fragile', stato: 'ferma', posizione: events[1]!.position },
      { nome: 'sana', stato: 'attiva', posizione: events[3]!.position },
    ]);
    expect([await count(db, 'fragile'), await count(db, 'sana')]).toEqual([2, 4]);
  });
});

describe('una transazione le cui istruzioni non si aspettano', () => {
  describe('di cui fallisce una scrittura non attesa, sotto una lettura attesa', () => {
    /** Creates a projection that sends a statement failing with this SQLSTATE, awaits another query, and then writes more. */
    const failing = (sqlstate: () => string | null): Projection => ({
      ...counter('uno'),
      async apply(tx, events) {
        const code = sqlstate();
        if (code !== null) tx.send(sql`select fails(${code})`);
        await tx.query(sql`select 1`);
        await counter('uno').apply(tx, events);
      },
    });
    const prepared = async (sqlstate: () => string | null): Promise<BatchContext> => {
      const context = await contextOf([failing(sqlstate), counter('due')]);
      await sql`create function fails(code text) returns void language plpgsql as $$ begin raise exception using errcode = code; end $$`.execute(
        db,
      );
      return context;
    };

    it('il disco pieno non ferma la proiezione: il lotto si rifà', async () => {
      const [event] = await recorded(1);
      let code: string | null = '53100';
      const one = reader(await prepared(() => code));
      await expect(one.takes(event!)).rejects.toMatchObject({ code: '53100' });
      expect((await projectionsState(db)).map(({ stato }) => stato)).toEqual(['attiva', 'attiva']);
      code = null;
      await one.takes(event!);
      expect([await count(db, 'uno'), await count(db, 'due')]).toEqual([1, 1]);
    });

    it('un fatto che non si può applicare la ferma, e si dice perché', async () => {
      const [event] = await recorded(1);
      await reader(await prepared(() => '22003')).takes(event!);
      const [one, two] = (await projectionsState(db)).toSorted((a, b) => (a.nome < b.nome ? 1 : -1));
      expect([one!.stato, one!.errore, two!.stato]).toEqual([
        'ferma',
        `Fatto.v1 alla posizione ${event!.position}: errore 22003`,
        'attiva',
      ]);
    });
  });

  it('esegue nell’ordine anche ciò di cui nessuno aspetta la risposta, e il segno finale per ultimo', async () => {
    await sql`create table ordine (n integer)`.execute(db);
    const next = (n: number) => sql`insert into ordine select count(*) from ordine where ${n}::integer = (select count(*) from ordine)`;
    await inTransaction(pool, [], async (tx) => {
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 3 === 0 ? tx.query(next(n)) : tx.send(next(n)))));
      tx.send(next(20));
    });
    const { rows } = await sql<{ n: number }>`select n from ordine order by n`.execute(db);
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 21 }, (_, n) => n));
  });

  it('di cui nessuno aspetta le risposte fallisce come la sua prima istruzione fallita', async () => {
    await sql`create table ordine (n integer primary key)`.execute(db);
    const failed = inTransaction(pool, [], async (tx) => {
      for (const n of [1, 2, 1, 3]) tx.send(sql`insert into ordine values (${n})`);
      tx.send(sql`select 1`);
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect((await sql`select * from ordine`.execute(db)).rows).toEqual([]);
  });

  it('le esegue nell’ordine in cui sono chieste', async () => {
    await sql`create table ordine (n integer)`.execute(db);
    await inTransaction(pool, [], async (tx) => {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          tx.query(sql`insert into ordine select count(*) from ordine where ${n}::integer = (select count(*) from ordine)`),
        ),
      );
    });
    const { rows } = await sql<{ n: number }>`select n from ordine order by n`.execute(db);
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('fallita, non lascia nulla e dice perché, non che cosa ne è venuto', async () => {
    await sql`create table ordine (n integer primary key)`.execute(db);
    const failed = inTransaction(pool, [], async (tx) => {
      await Promise.all([1, 2, 1, 3].map((n) => tx.query(sql`insert into ordine values (${n})`)));
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect((await sql`select * from ordine`.execute(db)).rows).toEqual([]);
  });

  it('la cui ultima istruzione fallisce non passa per riuscita, e la connessione serve ancora', async () => {
    await sql`create table ordine (n integer)`.execute(db);
    const failed = inTransaction(pool, [], async (tx) => {
      await tx.query(sql`insert into ordine values (1)`);
      tx.send(sql`select 1 / 0`);
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    await inTransaction(pool, [], async (tx) => {
      await tx.query(sql`insert into ordine values (2)`);
    });
    expect((await sql<{ n: number }>`select n from ordine`.execute(db)).rows).toEqual([{ n: 2 }]);
  });
});
