import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from './postgres.ts';

describe('Il PostgreSQL delle prove', () => {
  const open: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(open.map((database) => database.close())));

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    // dropping the database ends the session
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  test('ogni database è vuoto, in UTF-8, e ordina in italiano dove lo si chiede', async () => {
    const database = await testDatabase();
    open.push(database);
    const client = await connect(database.url);
    const tables = await client.query(`select * from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`);
    const encoding = await client.query('show server_encoding');
    const sorted = await client.query(`select p from unnest(array['zeta', 'Èze', 'elmo', 'abete']) p order by p collate "it-x-icu"`);
    await client.end();
    expect(tables.rows).toEqual([]);
    expect(encoding.rows).toEqual([{ server_encoding: 'UTF8' }]);
    expect(sorted.rows.map((row: { p: string }) => row.p)).toEqual(['abete', 'elmo', 'Èze', 'zeta']);
  });

  test('due database non si vedono, e si chiudono anche con una sessione aperta', async () => {
    const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
    open.push(first, second);
    const client = await connect(first.url);
    await client.query('create table solo_qui (id int)');
    const other = await connect(second.url);
    expect((await other.query(`select to_regclass('solo_qui') as t`)).rows).toEqual([{ t: null }]);
    await other.end();
    await first.close();
    await expect(connect(first.url)).rejects.toThrow(/does not exist/);
  });
});
