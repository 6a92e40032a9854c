import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseDiProva } from './postgres.ts';

describe('Il PostgreSQL delle prove', () => {
  const aperti: { chiudi(): Promise<void> }[] = [];
  afterAll(() => Promise.all(aperti.map((database) => database.chiudi())));

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    // dropping the database ends the session
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  test('ogni database è vuoto, in UTF-8, e ordina in italiano dove lo si chiede', async () => {
    const database = await databaseDiProva();
    aperti.push(database);
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
    const [primo, secondo] = await Promise.all([databaseDiProva(), databaseDiProva()]);
    aperti.push(primo, secondo);
    const client = await connect(primo.url);
    await client.query('create table solo_qui (id int)');
    const other = await connect(secondo.url);
    expect((await other.query(`select to_regclass('solo_qui') as t`)).rows).toEqual([{ t: null }]);
    await other.end();
    await primo.chiudi();
    await expect(connect(primo.url)).rejects.toThrow(/does not exist/);
  });
});
