import { Kysely, PostgresDialect } from 'kysely';
import { quietPool } from '../../../test/postgres.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { down, up } from '../postgres/migrations/0001-eventi.ts';
import { storePostgres } from './postgres.ts';
import { postgresBench, type PostgresBench } from './postgres.testing.ts';
import { facts, fact, newReader, freshStream } from './testing.ts';

describe('Il registro in PostgreSQL resiste', () => {
  let b: PostgresBench;
  beforeAll(async () => {
    b = await postgresBench();
  });
  afterAll(() => b.close());

  test.each(['update public.eventi set type = type', 'delete from public.eventi', 'truncate public.eventi'])('rifiuta: %s', async (sql) => {
    await b.store.append(freshStream(), facts(1), 'none');
    await expect(b.pool.query(sql)).rejects.toThrow(/append-only/);
  });

  test.each([
    ['NUL', { testo: 'a\0b' }],
    ['mezza coppia', { testo: 'a\ud800b' }],
  ])('un testo che PostgreSQL non può tenere è detto con chiarezza: %s', async (_, data) => {
    const stream = freshStream();
    const others = [freshStream(), freshStream()] as const;
    const together = await Promise.allSettled([
      b.store.append(others[0], facts(1), 'none'),
      b.store.append(stream, [fact(data)], 'none'),
      b.store.append(others[1], facts(1), 'none'),
    ]);
    expect(together.map((r) => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { reason } = together[1] as PromiseRejectedResult;
    expect(reason).not.toBeInstanceOf(StoreUnavailable);
    expect(String(reason)).toMatch(/cannot store/);
    expect(await b.store.read(stream)).toEqual([]);
  });

  test('lo stesso evento non entra in due flussi, nemmeno nello stesso momento', async () => {
    const events = facts(2);
    const other = freshStream();
    const together = await Promise.allSettled(
      [freshStream(), freshStream()]
        .map((stream) => b.store.append(stream, events, 'none'))
        .concat(b.store.append(other, facts(1), 'none')),
    );
    expect(together.map((r) => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((together[1] as PromiseRejectedResult).reason).not.toBeInstanceOf(StoreUnavailable);
    await expect(b.store.append(other, events, 1)).rejects.toThrow(/already recorded/);
  });

  test('ciò che si aggiunge insieme costa poche transazioni, quanti che siano i flussi e le volte', async () => {
    const streams = [freshStream(), freshStream(), freshStream()];
    const appends = Array.from({ length: 600 }, (_, i) => ({ stream: streams[i % 3]!, events: facts(1), expected: Math.floor(i / 3) }));
    await b.store.appendAll(appends);
    const { rows } = await b.pool.query<{ stream: string; xmin: string }>(
      'select stream, xmin::text from public.eventi where stream = any($1) order by position',
      [streams],
    );
    expect(rows.map(({ stream }) => stream)).toEqual(appends.map(({ stream }) => stream));
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(2);
  });

  test('chi tiene fermo il registro non blocca gli altri per sempre', async () => {
    const stream = freshStream();
    const events = facts(1);
    const hand = await b.pool.connect();
    await hand.query('begin');
    await hand.query('select from public.eventi_testa for update');
    const pool = quietPool({ connectionString: b.proxyUrl, max: 1 });
    const hasty = storePostgres(pool, { timeoutMs: 300 });
    await expect(hasty.append(stream, events, 'none')).rejects.toBeInstanceOf(StoreUnavailable);
    // the connection whose query still waits is removed from the pool
    expect(pool.totalCount).toBe(0);
    await pool.end();
    await hand.query('rollback');
    hand.release();
    const result = await b.store.append(stream, events, 'none');
    expect(result.version).toBe(1);
    expect(await b.store.read(stream)).toHaveLength(1);
  });

  test('le connessioni chiuse dal server non si notano', async () => {
    const stream = freshStream();
    const reader = newReader(b.store, await b.store.head());
    await b.store.append(stream, facts(1), 'none');
    await reader.wait(1);
    await b.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await b.store.append(stream, facts(1), 1);
    await reader.wait(2);
    await reader.stop();
    expect(reader.events.map((e) => e.version)).toEqual([1, 2]);
  });

  test('dopo una lunga assenza chi legge si arrende con un errore chiaro', async () => {
    await b.outage!.stop();
    const pool = quietPool({ connectionString: b.proxyUrl, max: 1 });
    const store = storePostgres(pool, { patienceMs: 300 });
    await expect(store.readAll(null, new AbortController().signal)[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(StoreUnavailable);
    await pool.end();
    await b.outage!.restart();
  });

  test('il registro chiuso termina le sue letture', async () => {
    const store = storePostgres(b.pool);
    const reader = newReader(store, null);
    await reader.wait(1);
    await store.close();
    await reader.stop();
  });

  test('senza le sue tabelle lo dice, invece di aspettarle', async () => {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: b.pool }) });
    await down(db);
    await expect(b.store.append(freshStream(), facts(1), 'none')).rejects.toThrow(/does not exist/);
    await expect(newReader(b.store, null).wait(1)).rejects.toThrow(/does not exist/);
    await up(db);
    expect(await b.store.head()).toBeNull();
  });
});
