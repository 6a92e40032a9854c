import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedConnection } from '#projections/database/shared-connection.ts';
import { quietPool } from '../../../test/postgres.ts';
import { storePostgres } from './postgres.ts';
import { postgresBench, type PostgresBench } from './postgres.testing.ts';
import { facts, freshStream } from './testing.ts';

const WHOSE = "select pid from pg_stat_activity where application_name = 'comune' and query like '%public.eventi e where e.stream%'";

describe('I flussi letti dalla connessione di tutti', () => {
  let b: PostgresBench;
  let pool: pg.Pool;
  let shared: ReturnType<typeof sharedConnection>;
  beforeAll(async () => {
    b = await postgresBench();
    pool = quietPool({ connectionString: b.proxyUrl, max: 2 });
    shared = sharedConnection({ connectionString: b.proxyUrl, application_name: 'comune' });
  });
  afterAll(async () => {
    await Promise.all([pool.end(), shared.end()]);
    await b.close();
  });

  /** Creates a store with an empty cache. */
  const reader = () => storePostgres(pool, { shared });
  const versions = async (read: Promise<readonly { version: number }[]>) => (await read).map(({ version }) => version);
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

  test.each([1, 63, 64, 65, 129])('uno di %i eventi torna intero, e fino a una versione', async (count) => {
    const stream = freshStream();
    await b.store.append(stream, facts(count), 'none');
    expect(await versions(reader().read(stream))).toEqual(upTo(count));
    for (const until of [0, 1, 63, 64, 65, 128]) expect(await versions(reader().read(stream, until))).toEqual(upTo(Math.min(until, count)));
  });

  test('ciò che un altro processo vi ha scritto dopo si legge ogni volta', async () => {
    const stream = freshStream();
    const store = reader();
    for (let version = 0; version < 3; version += 1) {
      await b.second.append(stream, facts(1), version || 'none');
      expect(await versions(store.read(stream))).toEqual(upTo(version + 1));
    }
  });

  test('chiesti insieme occupano una sessione sola, e rotta quella se ne usa un’altra', async () => {
    const streams = Array.from({ length: 20 }, freshStream);
    for (const stream of streams) await b.store.append(stream, facts(2), 'none');
    const all = async () => {
      const store = reader();
      return Promise.all(streams.map((stream) => versions(store.read(stream))));
    };
    expect(await all()).toEqual(streams.map(() => [1, 2]));
    const { rows } = await b.pool.query<{ pid: number }>(WHOSE);
    expect(rows).toHaveLength(1);
    expect(pool.totalCount).toBeLessThanOrEqual(1);
    await b.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    expect(await all()).toEqual(streams.map(() => [1, 2]));
  });
});
