import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { openDatabase, type ReadDatabase } from '../database.ts';
import { NO_UPCASTS, counter, count, mute, record } from './events.testing.ts';
import { projectionsState } from './projections.queries.ts';
import type { Projection } from './projection.ts';
import { startProjections } from './runner.ts';

let database: TestDatabase;
let db: Kysely<ReadDatabase>;
let store: EventStore;
let on: { stop(): Promise<void> }[];

beforeEach(async () => {
  database = await testDatabase();
  ({ db } = openDatabase<ReadDatabase>({ url: database.url, max: 3 }));
  store = memoryStore();
  on = [];
});

afterEach(async () => {
  await Promise.all(on.map((runner) => runner.stop()));
  await db.destroy();
  await store.close();
  await database.close();
});

async function start(projections: readonly Projection[], theirs: EventStore = store) {
  const runner = await startProjections({ store: theirs, url: database.url, upcasts: NO_UPCASTS, projections, log: mute });
  on.push(runner);
  return runner;
}

const recordTimes = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await record(store, 'prova-1', `Fatto${i % 2}.v1`, { n: i });
};

const waitFor = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const states = async () => Object.fromEntries((await projectionsState(db)).map((p) => [p.nome, p]));

/** Waits until all of these projections have applied the whole log. */
const level = (...names: string[]) =>
  waitFor(async () => {
    const head = await store.head();
    const all = await states();
    for (const name of names) expect(all[name]).toMatchObject({ stato: 'attiva', posizione: head });
  });

const ends = async (which: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
  );
  await client.end();
};

describe('il corridore delle proiezioni', () => {
  it('applica il passato e poi il presente, una volta sola ciascuno', async () => {
    await recordTimes(7);
    await start([counter('uno'), counter('due', { types: ['Fatto1.v1'] })]);
    await recordTimes(5);
    await level('uno', 'due');
    expect(await count(db, 'uno')).toBe(12);
    expect(await count(db, 'due')).toBe(5);
  });

  it('riprende da dove era dopo essersi fermato, senza contare due volte', async () => {
    const first = await start([counter('uno')]);
    await recordTimes(3);
    await level('uno');
    await first.stop();
    await recordTimes(4);
    await start([counter('uno')]);
    await level('uno');
    expect(await count(db, 'uno')).toBe(7);
  });

  it('se le connessioni cadono a metà di un lotto riprende, senza doppi e senza buchi', async () => {
    let falls = 0;
    const failing = (): void => {
      falls += 1;
      if (falls % 9 === 0 && falls < 20)
        throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    };
    await recordTimes(20);
    await start([counter('uno', { fault: failing }), counter('due')]);
    await recordTimes(10);
    await level('uno', 'due');
    await ends("application_name = 'strato-letture'");
    await recordTimes(10);
    await level('uno', 'due');
    expect(falls).toBeGreaterThan(40);
    expect([await count(db, 'uno'), await count(db, 'due')]).toEqual([40, 40]);
  });

  it('un evento avvelenato ferma solo la sua proiezione, sul fatto prima; al riavvio riprova', async () => {
    let faulty = true;
    const veleno = (event: StoredEvent): void => {
      if (faulty && event.data['n'] === 3) throw new TypeError('non so leggerlo');
    };
    await recordTimes(6);
    const first = await start([counter('fragile', { fault: veleno }), counter('sana')]);
    await level('sana');
    const fragile = (await states())['fragile'];
    expect(fragile?.stato).toBe('ferma');
    expect(fragile?.posizione).toBe((await store.read('prova-1'))[2]?.position);
    expect(fragile?.errore).toContain('Fatto1.v1');
    expect(fragile?.errore).toContain('non so leggerlo');
    expect(await count(db, 'fragile')).toBe(3);

    await recordTimes(2);
    await level('sana');
    expect(await count(db, 'fragile')).toBe(3);

    await first.stop();
    faulty = false;
    await start([counter('fragile', { fault: veleno }), counter('sana')]);
    await level('fragile', 'sana');
    expect([await count(db, 'fragile'), await count(db, 'sana')]).toEqual([8, 8]);
    expect((await states())['fragile']?.errore).toBeNull();
  });

  it("l'errore di una proiezione non porta fuori i valori dei dati", async () => {
    const schizzinosa: Projection = {
      ...counter('schizzinosa'),
      async apply(tx, events) {
        for (const { data } of events)
          await tx.query(sql`insert into schizzinosa (tipo, quanti) values ('x', ${data['segreto']}::integer)`);
      },
    };
    await record(store, 'prova-1', 'Fatto.v1', { segreto: 'Mario Rossi' });
    await start([schizzinosa]);
    await waitFor(async () => expect((await states())['schizzinosa']?.stato).toBe('ferma'));
    expect((await states())['schizzinosa']?.errore).toMatch(/^Fatto\.v1 alla posizione \d+: errore 22P02/);
  });

  it('una proiezione nuova si mette in pari a parte, mentre le altre vanno avanti', async () => {
    await recordTimes(30);
    const first = await start([counter('vecchia')]);
    await level('vecchia');
    await first.stop();
    // the second reader of the log is held back until the first has gone on
    const gate = Promise.withResolvers<void>();
    let readDb = 0;
    const slow: EventStore = {
      ...store,
      readAll(after, signal) {
        readDb += 1;
        if (after !== null) return store.readAll(after, signal);
        return (async function* () {
          await gate.promise;
          yield* store.readAll(after, signal);
        })();
      },
    };
    await start([counter('vecchia'), counter('nuova')], slow);
    await recordTimes(10);
    await level('vecchia');
    expect((await states())['nuova']).toMatchObject({ stato: 'recupero', posizione: null });
    gate.resolve();
    await level('vecchia', 'nuova');
    await recordTimes(3);
    await level('vecchia', 'nuova');
    expect(readDb).toBe(2);
    expect([await count(db, 'vecchia'), await count(db, 'nuova')]).toEqual([43, 43]);
  });

  it('più proiezioni indietro, ognuna di quanto vuole, si mettono in pari senza doppi e senza buchi', async () => {
    await recordTimes(10);
    const projections = ['a', 'b', 'c'].map((name) => counter(name));
    const first = await start(projections);
    await level('a', 'b', 'c');
    await first.stop();
    const events = await store.read('prova-1');
    for (const [name, facts] of [
      ['a', 5],
      ['b', 0],
      ['c', 3],
    ] as const) {
      await sql`truncate ${sql.table(name)}`.execute(db);
      if (facts > 0) await sql`insert into ${sql.table(name)} (tipo, quanti) values ('prima', ${facts})`.execute(db);
      await sql`update proiezioni set stato = 'recupero', posizione = ${events[facts - 1]?.position ?? null} where nome = ${name}`.execute(
        db,
      );
    }
    await start(projections);
    await level('a', 'b', 'c');
    expect([await count(db, 'a'), await count(db, 'b'), await count(db, 'c')]).toEqual([10, 10, 10]);
  });

  it('una proiezione che si ferma lo dice nel log, una volta e per nome', async () => {
    const rows: { projection?: string; msg?: string; level: number }[] = [];
    const log = pino({ level: 'error' }, { write: (row: string) => void rows.push(JSON.parse(row)) });
    await recordTimes(4);
    const fragile = counter('fragile', {
      fault: ({ data }) => {
        if (data['n'] === 2) throw new TypeError('non so leggerlo');
      },
    });
    on.push(await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections: [fragile, counter('sana')], log }));
    await level('sana');
    await recordTimes(2);
    await level('sana');
    expect(rows).toEqual([
      expect.objectContaining({
        projection: 'fragile',
        msg: 'projection stopped',
        level: 50,
        error: expect.stringContaining('non so leggerlo'),
      }),
    ]);
  });

  it('se cambia la definizione delle tabelle la proiezione si rifà da capo; quella tolta sparisce', async () => {
    await recordTimes(5);
    const first = await start([counter('uno'), counter('due')]);
    await level('uno', 'due');
    await first.stop();
    const changed: Projection = {
      ...counter('uno'),
      async create(tables) {
        await sql`create table uno (tipo text primary key, quanti integer not null, note text)`.execute(tables);
      },
    };
    await start([changed]);
    await level('uno');
    expect(await count(db, 'uno')).toBe(5);
    const { rows } = await sql<{
      nome: string;
    }>`select table_name as nome from information_schema.tables where table_schema = 'letture' order by 1`.execute(db);
    expect(rows.map((r) => r.nome)).toEqual(['proiezioni', 'uno']);
  });

  it('uno solo per database: il secondo aspetta, e prende il posto del primo', async () => {
    const first = await start([counter('uno')]);
    await start([counter('uno')]);
    await recordTimes(4);
    await level('uno');
    const { rows } = await sql<{
      quanti: number;
    }>`select count(*)::integer as quanti from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    expect(rows[0]?.quanti).toBe(1);
    await first.stop();
    await recordTimes(4);
    await level('uno');
    expect(await count(db, 'uno')).toBe(8);
  });

  it('chi smette, o smette di aspettare il suo turno, non lo racconta come un guasto', async () => {
    const rows: string[] = [];
    const log = pino({ level: 'warn' }, { write: (row: string) => void rows.push(row) });
    const [first, second] = [
      await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections: [counter('uno')], log }),
      await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections: [counter('uno')], log }),
    ];
    await recordTimes(2);
    await level('uno');
    await second.stop();
    await first.stop();
    expect(rows).toEqual([]);
  });

  it('se qualcuno butta via le tabelle di lettura, le rifà', async () => {
    await recordTimes(5);
    await start([counter('uno')]);
    await level('uno');
    await sql`drop schema letture cascade`.execute(db);
    await recordTimes(1);
    await waitFor(async () => expect(await count(db, 'uno')).toBe(6));
  });

  it('parte anche se il database non risponde, e ci arriva dopo', async () => {
    await recordTimes(2);
    const url = new URL(database.url);
    const name = url.pathname.slice(1);
    const amministra = new pg.Client({ connectionString: Object.assign(new URL(database.url), { pathname: '/postgres' }).href });
    await amministra.connect();
    await db.destroy();
    await amministra.query(`alter database ${name} allow_connections false`);
    await start([counter('uno')]);
    await amministra.query(`alter database ${name} allow_connections true`);
    await amministra.end();
    ({ db } = openDatabase<ReadDatabase>({ url: database.url, max: 3 }));
    await level('uno');
    expect(await count(db, 'uno')).toBe(2);
  });
});
