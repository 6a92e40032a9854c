import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { NO_UPCASTS, counter, mute, record } from '#projections/engine/events.testing.ts';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { startProjections } from '#projections/engine/runner.ts';
import { testDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { memoryStore } from '../event-store/memory.ts';
import { projectionWait } from './projection-wait.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('leggere quello che si è appena scritto', () => {
  it('la risposta arriva quando tutte le proiezioni che vanno mostrano la scrittura, senza aspettare quelle ferme', async () => {
    const store = memoryStore();
    const { db } = openDatabase<ReadDatabase>({ url: database.url, max: 2 });
    const wait = await projectionWait({ url: database.url });
    expect(await wait.until('0', 20)).toBe(false);
    const gate = Promise.withResolvers<void>();
    const slow = counter('lenta');
    const projections = [
      counter('pronta'),
      counter('guasta', {
        fault: () => {
          throw new Error('veleno');
        },
      }),
      {
        ...slow,
        apply: async (...parts: Parameters<typeof slow.apply>) => {
          await gate.promise;
          await slow.apply(...parts);
        },
      },
    ];
    const runner = await startProjections({ store, url: database.url, upcasts: NO_UPCASTS, projections, log: mute });
    const before = await record(store, 'prova-1', 'Fatto.v1', {});
    expect(await wait.until(before, 50)).toBe(false);
    const answers = Promise.all(Array.from({ length: 50 }, () => wait.until(before, 10_000)));
    gate.resolve();
    expect(new Set(await answers)).toEqual(new Set([true]));
    const { rows } = await sql<{ quanti: number }>`select quanti from lenta`.execute(db);
    expect(rows).toEqual([{ quanti: 1 }]);
    expect((await projectionsState(db)).find((s) => s.nome === 'guasta')?.stato).toBe('ferma');

    // the listening connection is lost; polling bridges the time until the reconnect
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'strato-proiezioni' and datname = current_database()`.execute(
      db,
    );
    expect(await wait.until(await record(store, 'prova-1', 'Fatto.v1', {}), 10_000)).toBe(true);
    await vi.waitFor(
      async () => {
        const { rows: listeners } =
          await sql`select 1 from pg_stat_activity where application_name = 'strato-proiezioni' and datname = current_database()`.execute(
            db,
          );
        expect(listeners).toHaveLength(1);
      },
      { timeout: 10_000 },
    );

    // simulates a database that crashed and lost the last commits of the projections
    await runner.stop();
    await sql`update proiezioni set posizione = null`.execute(db);
    expect(await wait.until(before, 50)).toBe(true);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'strato-proiezioni' and datname = current_database()`.execute(
      db,
    );
    await vi.waitFor(async () => expect(await wait.until(before, 50)).toBe(false), 15_000);
    await wait.close();
    await db.destroy();
  });
});
