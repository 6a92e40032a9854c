import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { testDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { portalLock, type LockMode } from './portal-lock.ts';

const POOL = 6;

let database: TestDatabase;
let db: Kysely<WriteDatabase>;

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase<WriteDatabase>({ url: database.url, max: POOL, schema: 'public' }).db;
});
afterAll(async () => {
  await db?.destroy();
  await database?.close();
});

/** Runs tasks on the locks of two processes, each until `release`; lists the tasks that have started. */
function tasks() {
  const processes = [portalLock(db), portalLock(db)] as const;
  const started: string[] = [];
  return {
    started,
    run(name: string, mode: LockMode, process: 0 | 1 = 0) {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const done = processes[process](mode, () => {
        started.push(name);
        return promise;
      });
      return { done, release };
    },
  };
}

/** Long enough for a free lock to be taken. */
const shortly = () => new Promise((resolve) => setTimeout(resolve, 150));

it('shared holders run together; an exclusive one waits for all of them, and later ones wait for it', async () => {
  const { run, started } = tasks();
  const [a, b] = [run('a', 'shared'), run('b', 'shared', 1)];
  await expect.poll(() => started.toSorted()).toEqual(['a', 'b']);
  const alone = run('alone', 'exclusive');
  await shortly();
  const later = run('later', 'shared', 1);
  a.release();
  await a.done;
  await shortly();
  expect(started).toHaveLength(2);
  b.release();
  await expect.poll(() => started.slice(2)).toEqual(['alone']);
  await shortly();
  expect(started).toHaveLength(3);
  alone.release();
  await expect.poll(() => started.slice(3)).toEqual(['later']);
  later.release();
  await Promise.all([alone.done, b.done, later.done]);
});

it('exclusive holders run one at a time, in one process and in two', async () => {
  const { run, started } = tasks();
  const all = [run('a', 'exclusive'), run('b', 'exclusive'), run('c', 'exclusive', 1)];
  for (let count = 1; count <= all.length; count += 1) {
    await expect.poll(() => started.length).toBe(count);
    await shortly();
    expect(started).toHaveLength(count);
    all['abc'.indexOf(started.at(-1)!)]!.release();
  }
  await Promise.all(all.map(({ done }) => done));
});

it('holds three connections at most, however many tasks there are', async () => {
  const { run, started } = tasks();
  const many = Array.from({ length: 20 }, (_, i) => run(String(i), 'shared'));
  await expect.poll(() => started.length).toBe(20);
  await shortly();
  const waiting = [run('alone', 'exclusive'), run('alone too', 'exclusive')];
  await shortly();
  waiting.push(...Array.from({ length: 20 }, () => run('later', 'shared')));
  await shortly();
  expect(started).toHaveLength(20);
  const free = Array.from({ length: POOL - 3 }, () => db.selectNoFrom(({ fn, lit }) => fn('pg_sleep', [lit(0.05)]).as('slept')).execute());
  await Promise.all(free);
  for (const { release } of [...many, ...waiting]) release();
  await Promise.all([...many, ...waiting].map(({ done }) => done));
  expect(started).toHaveLength(42);
});

it('tasks that keep coming do not hold the lock against an exclusive one', async () => {
  const [own, other] = [portalLock(db), portalLock(db)];
  const stop = new AbortController();
  const keepComing = async (): Promise<void> => {
    while (!stop.signal.aborted) await own('shared', () => new Promise((resolve) => setTimeout(resolve, 5)));
  };
  const all = Promise.all(Array.from({ length: 6 }, keepComing));
  await shortly();
  for (const withLock of [own, other]) await expect(withLock('exclusive', () => Promise.resolve('held'))).resolves.toBe('held');
  stop.abort();
  await all;
});

it('a task that fails frees the lock', async () => {
  const withLock = portalLock(db);
  for (const mode of ['exclusive', 'shared'] as const)
    await expect(withLock(mode, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await expect(withLock('exclusive', () => Promise.resolve('free'))).resolves.toBe('free');
});

it('a lock that the database could not give refuses the tasks that wait for it, and only those', async () => {
  let away = true;
  const unsteady = {
    transaction: () => (away ? { execute: () => Promise.reject(new Error('connection lost')) } : db.transaction()),
  } as unknown as typeof db;
  const withLock = portalLock(unsteady);
  const waiting = [1, 2].map((n) => withLock('shared', () => Promise.resolve(n)));
  expect(await Promise.allSettled(waiting)).toMatchObject([
    { reason: { message: 'connection lost' } },
    { reason: { message: 'connection lost' } },
  ]);
  away = false;
  await expect(withLock('shared', () => Promise.resolve('held'))).resolves.toBe('held');
});
