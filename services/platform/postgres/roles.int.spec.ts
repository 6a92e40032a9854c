import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuild } from '#projections/engine/rebuild.ts';
import { openDatabase } from '#projections/database.ts';
import { startTestPortal } from '../../../test/portal.ts';
import { quietPool, testDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { mayAlterLog, prepareDatabase } from './prepare-database.ts';

const SLOW = { timeout: 120_000 };

/** Returns the address of a database for a new role, which `prepareDatabase` will create. */
function asPortal(url: string): { url: string; role: string } {
  const address = new URL(url);
  const role = `portale_${randomUUID().slice(0, 8)}`;
  address.username = role;
  address.password = randomUUID();
  return { url: address.href, role };
}

describe('the portal’s role in the database', SLOW, () => {
  let database: TestDatabase;
  let portal: { url: string; role: string };
  let owner: pg.Pool;
  let pool: pg.Pool;

  // an older installation, in which one role created and owned everything
  beforeAll(async () => {
    database = await testDatabase();
    owner = quietPool({ connectionString: database.url, max: 2 });
    portal = asPortal(database.url);
    const before = await startTestPortal({ database: { url: database.url, close: async () => {} } });
    await before.person({ memberID: 'di-prima' });
    await before.stop();
    await owner.query('create schema coda create table attese (id serial primary key)');
    await prepareDatabase(database.url, portal.url);
    pool = quietPool({ connectionString: portal.url, max: 2 });
  }, SLOW.timeout);
  afterAll(async () => {
    await pool?.end();
    await owner.query(`drop owned by ${portal.role} cascade`);
    await owner.query(`drop role ${portal.role}`);
    await owner.end();
    await database.close();
  });

  it('is no superuser, makes no roles and owns neither the log nor the trail', async () => {
    const { rows } = await owner.query('select rolsuper, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = $1', [
      portal.role,
    ]);
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false }]);
    const owned = await owner.query(`select relname from pg_class where relnamespace = 'public'::regnamespace and relowner = $1::regrole`, [
      portal.role,
    ]);
    expect(owned.rows).toEqual([]);
    const { db } = openDatabase<Record<string, never>>({ url: portal.url, max: 1 });
    expect(await mayAlterLog(db)).toBe(false);
    await db.destroy();
  });

  it.each([
    `update public.eventi set data = '{}'`,
    'delete from public.eventi',
    'truncate public.eventi',
    `insert into public.eventi select position + 1000000, stream, version + 1000, gen_random_uuid(), type, data, metadata from public.eventi limit 1`,
    'update public.eventi_testa set position = 0',
    'drop trigger eventi_immutabili on public.eventi',
    'alter table public.eventi disable trigger all',
    'alter table public.eventi rename to altrove',
    'drop table public.eventi cascade',
    `create or replace function public.eventi_immutabili() returns trigger language plpgsql as 'begin return null; end'`,
    'drop function public.eventi_aggiungi cascade',
    `update public.accessi set utente = 'altri'`,
    'truncate public.accessi',
    'drop trigger accessi_immutabili on public.accessi',
    'drop trigger accessi_non_svuotabili on public.accessi',
    'alter table public.accessi disable trigger all',
    `create or replace function public.accessi_immutabili() returns trigger language plpgsql as 'begin return old; end'`,
    `select setval('public.accessi_id_seq', 1)`,
    `delete from public.migrazioni`,
    `create function public.now() returns timestamptz language sql as 'select null::timestamptz'`,
    'set session_replication_role = replica',
    'set role strato',
    'alter role current_user superuser',
  ])('may not: %s', async (statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('may tell something in the trail, and not take back what was told', async () => {
    await pool.query(`insert into public.accessi (quando, tipo, cosa) values (now(), 'rifiuto', 'prova')`);
    await expect(pool.query('delete from public.accessi')).rejects.toThrow('append-only');
  });

  it('carries the whole portal: an installation from before goes over with what it has, writes, is rebuilt, and starts again', async () => {
    for (const round of [1, 2]) {
      if (round === 2) await prepareDatabase(database.url, portal.url);
      const test = await startTestPortal({ database: { url: portal.url, close: async () => {} } });
      try {
        const admin = await test.person({ memberID: `chi-prova${round}`, groupID: 2 });
        const { body } = await test.call('GET', '/api/users', { as: admin });
        expect((body.data as { memberID: string }[]).map(({ memberID }) => memberID)).toContain('di-prima');
        const made = await test.call('POST', '/api/mansioni', { as: admin, body: { mansioni: { descrizione: `PROVA ${round}` } } });
        expect(made.status).toBe(201);
        const { projections, upcasts } = test.deps.catalogue;
        await rebuild({ store: test.deps.store, url: portal.url, log: test.deps.log, projections, upcasts });
        await expect.poll(async () => (await test.call('GET', '/api/mansioni', { as: admin })).body.data.length).toBe(round);
      } finally {
        await test.stop();
      }
    }
    const { rows } = await owner.query(
      `select distinct nspowner::regrole::text as owner from pg_namespace where nspname in ('letture', 'coda')`,
    );
    expect(rows).toEqual([{ owner: portal.role }]);
  });

  it('keeps its rights when it is prepared again, and takes another password', async () => {
    const other = new URL(portal.url);
    other.password = 'un-altra';
    await prepareDatabase(database.url, other.href);
    const again = quietPool({ connectionString: other.href, max: 1 });
    // the table is empty if the log is in an EventStoreDB
    const events = process.env['EVENTSTORE_URL'] === undefined ? 1 : 0;
    expect((await again.query('select from public.eventi limit 1')).rowCount).toBe(events);
    await again.end();
    await prepareDatabase(database.url, portal.url);
  });

  it('must be another one than the owner', async () => {
    await expect(prepareDatabase(database.url, database.url)).rejects.toThrow('wants a role of its own');
  });

  it('finds tables of an older release by a sentence that says what to do', async () => {
    const { migrate: migra, migrationNames } = await import('./migrations/index.ts');
    const last = migrationNames.at(-1);
    await owner.query(`delete from public.migrazioni where name = $1`, [last]);
    const { db } = openDatabase<Record<string, never>>({ url: portal.url, max: 1, schema: 'public' });
    await expect(migra(db)).rejects.toThrow('npm run prepare-database');
    await db.destroy();
    await owner.query(`insert into public.migrazioni values ($1, now()::text)`, [last]);
  });

  it('waits no longer than the limit for what a request reads', async () => {
    const { db } = openDatabase<Record<string, never>>({ url: portal.url, max: 1, statementMs: 200 });
    await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    await db.destroy();
  });
});
