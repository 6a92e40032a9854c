import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../test/postgres.ts';
import { openDatabase } from './database.ts';

describe('Il database aperto dal portale', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  test('una connessione che cade mentre lavora fa fallire la sua domanda, non il processo', async () => {
    const { db } = openDatabase<Record<string, never>>({ url: database.url, max: 2 });
    const asleep = sql`select pg_sleep(30)`.execute(db);
    const failed = expect(asleep).rejects.toThrow(/terminat/);
    await vi.waitFor(async () => {
      const ended =
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`.execute(
          db,
        );
      expect(ended.rows).toHaveLength(1);
    }, 15_000);
    await failed;
    // the pool may not have noticed yet that the connection is closed
    await vi.waitFor(async () => expect((await sql<{ uno: number }>`select 1 as uno`.execute(db)).rows).toEqual([{ uno: 1 }]), 15_000);
    await db.destroy();
  });

  test.each([
    ['of statements that wait', { max: 2 }],
    ['of statements that do not wait for each other', { max: 2, pipeline: true }],
    ['of the write side', { max: 2, schema: 'public' }],
  ])('a pool %s answers a plain text, alone, beside others and inside one connection', async (_which, options) => {
    const { db, pool } = openDatabase<Record<string, never>>({ url: database.url, ...options });
    expect((await pool.query('select 1 as uno')).rows).toEqual([{ uno: 1 }]);
    expect((await pool.query('select 1 as uno; select 2 as due')) as unknown).toMatchObject([
      { rows: [{ uno: 1 }] },
      { rows: [{ due: 2 }] },
    ]);
    const asked = [pool.query('select 1 as n'), pool.query('select $1::integer as n', [2]), pool.query({ text: 'select 3 as n' })];
    expect((await Promise.all(asked)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    const client = await pool.connect();
    const answers = [];
    for (const text of ['begin', 'select 4 as n', 'commit']) answers.push(await client.query(text));
    expect(answers.map(({ command }) => command)).toEqual(['BEGIN', 'SELECT', 'COMMIT']);
    client.release();
    expect((await sql`select 5 as n`.execute(db)).rows).toEqual([{ n: 5 }]);
    await db.destroy();
    expect(pool.ended).toBe(true);
  });
});
