import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { openDatabase } from '#projections/database.ts';
import { startProjections } from '#projections/engine/runner.ts';
import { check } from '#projections/engine/verify.ts';
import { rootAt, treeSize } from '#projections/sigilli/tree.queries.ts';
import { startEventStoreServer } from '../../test/eventstoredb-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { quietPool, testDatabase } from '../../test/postgres.ts';
import { portalCatalogue } from '../catalogue.ts';
import { storeEventStoreDB } from '../platform/event-store/eventstoredb.ts';
import { storePostgres } from '../platform/event-store/postgres.ts';
import { fact } from '../platform/event-store/testing.ts';
import { migrate } from '../platform/postgres/migrations/index.ts';
import { logPlace, noteLogPlace, refuseOtherLog } from './log-place.ts';
import { moveLog, type Move } from './move-log.ts';
import { programEnvironment } from '../../test/program.ts';

const log = pino({ level: 'silent' });
const { projections, upcasts } = portalCatalogue();

describe('Il registro si sposta in un EventStoreDB e torna', () => {
  const url = process.env['EVENTSTORE_URL'];
  const ends: (() => Promise<unknown>)[] = [];
  let portal: TestPortal;
  let someone: Person;
  let embedded: EventStore;
  let other: EventStore;
  let move: (way: 'there' | 'back', instead?: Partial<Move>) => ReturnType<typeof moveLog>;
  let db: Move['db'];

  beforeAll(async () => {
    // the portal's own log is the one in PostgreSQL, whatever else is tried in this run
    vi.stubEnv('EVENTSTORE_URL', undefined);
    portal = await startTestPortal();
    vi.unstubAllEnvs();
    ends.push(() => portal.stop());
    const server = url === undefined ? await startEventStoreServer() : null;
    if (server) ends.push(() => server.shutdown());
    other = storeEventStoreDB(url ?? server!.url, { prefix: `prova-${randomUUID()}-` });
    const pool: pg.Pool = quietPool({ connectionString: portal.url, max: 4 });
    embedded = storePostgres(pool);
    ({ db } = openDatabase<Record<string, never>>({ url: portal.url, max: 2, schema: 'public' }));
    ends.push(
      () => other.close(),
      () => embedded.close(),
      () => db.destroy(),
      () => pool.end(),
    );
    move = async (way, instead = {}) => {
      const session = await pool.connect();
      const [source, target] = way === 'there' ? [embedded, other] : [other, embedded];
      const elsewhere = way === 'there' ? 'prova:2113' : null;
      return moveLog({ source, target, db, session, elsewhere, report: () => {}, ...instead }).finally(async () => {
        // its end alone gives the lock back a little later
        await session.query('select pg_advisory_unlock_all()');
        session.release(true);
      });
    };
    someone = await portal.person({ permessi: { macchinari: { allowView: 3, allowInsert: 1, allowEdit: 3, allowDelete: 3 } } });
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const create = async (matricola: string) =>
    expect(
      (await portal.call('POST', '/api/macchinari', { as: someone, body: { macchinario: { matricola, descrizione: 'Sonda' } } })).status,
    ).toBe(201);
  /** Every read table beside a replay of a log. */
  const equal = async (store: EventStore) => {
    const { equal: same, differences, notVerified } = await check({ store, url: portal.url, log, projections, upcasts });
    return { same, differences, notVerified };
  };
  const EQUAL = { same: true, differences: [], notVerified: [] };
  const positions = async () =>
    (await sql<{ posizione: string }>`select posizione from letture.storico order by posizione collate "C"`.execute(db)).rows.map(
      ({ posizione }) => posizione,
    );
  /** Root of the tree over the log, as the read tables have it. */
  const root = async () => {
    const { db: readDb } = openDatabase<Record<string, never>>({ url: portal.url, max: 1 });
    const size = await treeSize(readDb);
    const hash = (await rootAt(readDb, size)).toString('hex');
    await readDb.destroy();
    return [size, hash];
  };
  const told = async (table: string) => (await sql`select posizione from ${sql.table(table)}`.execute(db)).rows as { posizione: string }[];

  test('con un portale acceso non si muove niente', async () => {
    for (let i = 0; i < 8; i++) await create(`S${i}`);
    await expect(move('there')).rejects.toThrow('A portal is running');
    expect(await other.head()).toBeNull();
    await portal.runner.stop();
  });

  test('la copia interrotta ricomincia; alla fine ogni tabella è ciò che il nuovo registro dice', async () => {
    let left = 3;
    const dying = {
      ...other,
      append: (...some: Parameters<typeof other.append>) => (left-- > 0 ? other.append(...some) : Promise.reject(new Error('killed'))),
    };
    await expect(move('there', { target: dying })).rejects.toThrow('killed');
    expect(await logPlace(db)).toMatchObject({ elsewhere: null });
    const [before, head, rootBefore] = [await positions(), await embedded.head(), await root()];
    const moved = await move('there');
    expect(moved.existing).toBeGreaterThan(0);
    expect(moved.events).toBe(Number(head));
    expect(await equal(other)).toEqual(EQUAL);
    expect(await root()).toEqual(rootBefore);
    const after = await positions();
    expect(after).toHaveLength(before.length);
    for (const position of after) expect(position).toMatch(/^\d{20}\/\d{20}$/);
    const end = await other.head();
    expect((await told('letture.proiezioni')).filter(({ posizione }) => posizione !== end)).toEqual([]);
    expect((await told('public.reattori')).every(({ posizione }) => posizione <= end!)).toBe(true);
  });

  test('PostgreSQL non prende più fatti, e un portale che vi tornasse non parte', async () => {
    const head = await embedded.head();
    await expect(embedded.append('prova-1', [fact()], 'any')).rejects.toThrow();
    expect(await embedded.head()).toBe(head);
    await expect(refuseOtherLog(db, embedded)).rejects.toThrow('are in an EventStoreDB (prova:2113)');
    await refuseOtherLog(db, other);
    await expect(move('there')).rejects.toThrow('were moved already');
  });

  test('ciò che si scrive di là si vede, e torna con il resto', async () => {
    const last = (await other.read(streamOf(macchinari, 'S7'))).at(-1)!;
    const { stream } = last;
    const metadata = { ...last.metadata, eventId: randomUUID(), commandId: randomUUID() };
    const { position } = await other.append(
      stream,
      [{ type: 'MacchinarioModificato.v1', data: { descrizione: 'Nuova' }, metadata }],
      last.version,
    );
    const runner = await startProjections({ store: other, url: portal.url, upcasts, projections, log });
    await vi.waitFor(async () => expect((await positions()).at(-1)).toBe(position), 10_000);
    await runner.stop();
    const there = await positions();
    const moved = await move('back');
    expect([moved.copied, moved.existing]).toEqual([1, moved.events - 1]);
    expect(await equal(embedded)).toEqual(EQUAL);
    expect(await positions()).toHaveLength(there.length);
    await refuseOtherLog(db, embedded);
    await expect(move('back')).rejects.toThrow('in PostgreSQL already');
    // and takes facts again
    await embedded.append('prova-1', [fact()], 'none');
  });

  test('un fatto scritto mentre si copia ferma lo spostamento prima che qualcosa cambi', async () => {
    const writing = {
      ...other,
      append: async (...some: Parameters<typeof other.append>) => {
        await embedded.append(`prova-${randomUUID()}`, [fact()], 'none');
        return other.append(...some);
      },
    };
    await expect(move('there', { target: writing })).rejects.toThrow('wrote to the log meanwhile');
    expect(await logPlace(db)).toMatchObject({ elsewhere: null });
    expect(await equal(embedded)).toEqual(EQUAL);
  });

  test('un portale cominciato in un EventStoreDB non comincia un altro registro in PostgreSQL', async () => {
    const database = await testDatabase();
    const { db: fresh } = openDatabase<Record<string, never>>({ url: database.url, max: 3, schema: 'public' });
    try {
      await migrate(fresh);
      await refuseOtherLog(fresh, other);
      await Promise.all([1, 2, 3].map(() => noteLogPlace(fresh, other, 'esdb://chi:segreto@es.prova:2113?tls=false')));
      expect((await logPlace(fresh)).elsewhere).toMatch(/^es\.prova:2113, \d{4}/);
      await refuseOtherLog(fresh, other);
      await expect(refuseOtherLog(fresh, embedded)).rejects.toThrow('are in an EventStoreDB');
    } finally {
      await fresh.destroy();
      await database.close();
    }
  });

  test('il comando, senza un server che risponda, finisce con una riga che dice che si ricomincia', async () => {
    const env = { ...programEnvironment(), DATI_DIR: tmpdir(), DATABASE_URL: portal.url };
    const said = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [join(import.meta.dirname, '..', 'cli', 'migrate-eventstore.ts')],
        { env: { ...env, EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' }, timeout: 55_000 },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      ),
    );
    expect(said.trim()).toBe('127.0.0.1:9 does not answer. Nothing of the portal has changed: begun again, the copy goes on where it was.');
  });

  test('un portale con un registro suo non comincia su un altro, vuoto', async () => {
    await expect(refuseOtherLog(db, other)).rejects.toThrow('make migrate-eventstore');
  });
});
