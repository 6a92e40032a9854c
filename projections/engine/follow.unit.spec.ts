import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ReadDatabase } from '../database.ts';
import { NO_UPCASTS, mute } from './events.testing.ts';
import { follow } from './follow.ts';

/** A database without any projection's checkpoint. */
const db = new Kysely<ReadDatabase>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const pool = new pg.Pool();

/** Follows a log whose `readAll` behaves like `read`; records the positions after which it was read. */
function start(read: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController();
  const asked: (string | null)[] = [];
  const store = {
    async *readAll(after: string | null, signal: AbortSignal) {
      asked.push(after);
      await read(signal);
      yield* [];
    },
  } as unknown as EventStore;
  return {
    stop,
    asked,
    done: follow({ db, pool, signed: [], upcasts: NO_UPCASTS, log: mute, againstSwaps: false, store, signal: stop.signal }),
  };
}

it('un lettore che cade fa cadere chi segue, con lo stesso errore', async () => {
  await expect(start(() => Promise.reject(new Error('store gone'))).done).rejects.toThrow('store gone');
});

it('un registro che finisce da sé è un errore: non finisce mai', async () => {
  await expect(start(() => Promise.resolve()).done).rejects.toThrow('the log ended by itself');
});

it('senza proiezioni segue dall’inizio, una corsia sola, finché non lo si ferma', async () => {
  const { stop, asked, done } = start(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
      }),
  );
  await expect.poll(() => asked).toEqual([null]);
  stop.abort();
  await expect(done).resolves.toBeUndefined();
  expect(asked).toEqual([null]);
});
