import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apriDatabase } from '#projections/database.ts';
import { databaseDiProva, type DatabaseDiProva } from '../../../../test/postgres.ts';
import { migra } from './index.ts';

describe('Le migrazioni del lato scrittura', () => {
  let database: DatabaseDiProva;
  const handles: { destroy(): Promise<void> }[] = [];
  const apri = () => {
    const { db } = apriDatabase<Record<string, never>>({ url: database.url, max: 2 });
    handles.push(db);
    return db;
  };
  beforeAll(async () => {
    database = await databaseDiProva();
  });
  afterAll(async () => {
    await Promise.all(handles.map((db) => db.destroy()));
    await database.chiudi();
  });

  test('due ruoli che partono insieme le applicano una volta sola, anche con lo schema letture già presente', async () => {
    await sql`create schema letture`.execute(apri());
    const applied = await Promise.all([migra(apri()), migra(apri()), migra(apri())]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const { rows } = await sql<{ schemaname: string }>`
      select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(apri());
    expect(rows).toEqual([{ schemaname: 'public' }]);
  });

  test('un secondo avvio non cambia nulla', async () => {
    const before = await sql`select name, timestamp from public.migrazioni order by name`.execute(apri());
    expect(before.rows.length).toBeGreaterThan(0);
    expect(await migra(apri())).toEqual([]);
    expect((await sql`select name, timestamp from public.migrazioni order by name`.execute(apri())).rows).toEqual(before.rows);
  });
});
