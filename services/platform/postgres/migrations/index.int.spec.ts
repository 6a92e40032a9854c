import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { testDatabase, type TestDatabase } from '../../../../test/postgres.ts';
import { migrate } from './index.ts';

describe('Le migrazioni del lato scrittura', () => {
  let database: TestDatabase;
  const handles: { destroy(): Promise<void> }[] = [];
  const open = () => {
    const { db } = openDatabase<Record<string, never>>({ url: database.url, max: 2 });
    handles.push(db);
    return db;
  };
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(async () => {
    await Promise.all(handles.map((db) => db.destroy()));
    await database.close();
  });

  test('due ruoli che partono insieme le applicano una volta sola, anche con lo schema letture già presente', async () => {
    await sql`create schema letture`.execute(open());
    const applied = await Promise.all([migrate(open()), migrate(open()), migrate(open())]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const { rows } = await sql<{ schemaname: string }>`
      select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(open());
    expect(rows).toEqual([{ schemaname: 'public' }]);
  });

  test('un secondo avvio non cambia nulla', async () => {
    const before = await sql`select name, timestamp from public.migrazioni order by name`.execute(open());
    expect(before.rows.length).toBeGreaterThan(0);
    expect(await migrate(open())).toEqual([]);
    expect((await sql`select name, timestamp from public.migrazioni order by name`.execute(open())).rows).toEqual(before.rows);
  });
});
