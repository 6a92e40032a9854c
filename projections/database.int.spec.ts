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
    // the pool may not have heard yet that the connection is gone
    await vi.waitFor(async () => expect((await sql<{ uno: number }>`select 1 as uno`.execute(db)).rows).toEqual([{ uno: 1 }]), 15_000);
    await db.destroy();
  });
});
