import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { openDatabase } from '#projections/database.ts';
import { record } from '#projections/engine/events.testing.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { migrate } from '#services/platform/postgres/migrations/index.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { startReactors, type EventReactor } from './reactors.ts';

const SLOW = { timeout: 60_000 };

describe('Ciò che segue da un fatto registrato', SLOW, () => {
  let database: TestDatabase;
  let db: Kysely<WriteDatabase>;
  let store: ReturnType<typeof memoryStore>;
  const lines: string[] = [];
  const log = { warn: (_: object, text: string) => lines.push(text), error: (_: object, text: string) => lines.push(text) };
  beforeEach(async () => {
    database = await testDatabase();
    ({ db } = openDatabase<WriteDatabase>({ url: database.url, max: 2, schema: 'public' }));
    await migrate(db);
    store = memoryStore();
    lines.length = 0;
  }, SLOW.timeout);
  afterEach(async () => {
    await store.close();
    await db.destroy();
    await database.close();
  });

  const reached = async () =>
    (await sql<{ posizione: string | null }>`select posizione from public.reattori`.execute(db)).rows[0]?.posizione ?? null;
  /** Creates a reactor that throws or accepts each delivery by the next entry of `answers`, and accepts all later ones. */
  function reacting(answers: (Error | null)[]) {
    const told: unknown[] = [];
    const reactor: EventReactor = {
      name: 'prova',
      events: ['Fatto.v1'],
      async react({ data }) {
        told.push(data['n']);
        const answer = answers.shift() ?? null;
        if (answer) throw answer;
      },
    };
    return { told, reactors: [reactor] };
  }

  it.each([
    ['un servizio che non c’è (503)', new DomainError('NON_DISPONIBILE')],
    ['un guasto del programma', new TypeError('un guasto')],
  ])('con %s non è perso: si ritenta lo stesso fatto, e solo poi quello dopo', async (_, fault) => {
    const { told, reactors } = reacting([fault, fault]);
    const running = await startReactors({ store, writeDb: db, reactors, log });
    await record(store, 'prova-1', 'Fatto.v1', { n: 1 });
    const last = await record(store, 'prova-1', 'Fatto.v1', { n: 2 });
    await vi.waitFor(async () => expect(await reached()).toBe(last), { timeout: 20_000 });
    await running.stop();
    // The second event of a batch is delivered only once the first went well.
    expect(told).toEqual([1, 1, 1, 2]);
    expect(lines).toEqual(['reactors interrupted, trying again', 'reactors interrupted, trying again']);
  });

  it('ciò che una regola non permette si lascia, si scrive, e il resto va avanti', async () => {
    const { told, reactors } = reacting([new DomainError('NON_PERMESSO')]);
    const running = await startReactors({ store, writeDb: db, reactors, log });
    await record(store, 'prova-1', 'Fatto.v1', { n: 1 });
    const last = await record(store, 'prova-1', 'Fatto.v1', { n: 2 });
    await vi.waitFor(async () => expect(await reached()).toBe(last), { timeout: 20_000 });
    await running.stop();
    expect(told).toEqual([1, 2]);
    expect(lines).toEqual(['reactor: event skipped']);
  });

  it('fermato prima che riuscisse, lo stesso fatto è il primo del prossimo avvio', async () => {
    const first = reacting(Array.from({ length: 50 }, () => new DomainError('NON_DISPONIBILE')));
    const running = await startReactors({ store, writeDb: db, reactors: first.reactors, log });
    await record(store, 'prova-1', 'Fatto.v1', { n: 1 });
    await vi.waitFor(() => expect(first.told.length).toBeGreaterThan(0), { timeout: 20_000 });
    await running.stop();
    const second = reacting([]);
    const again = await startReactors({ store, writeDb: db, reactors: second.reactors, log });
    await vi.waitFor(() => expect(second.told).toEqual([1]), { timeout: 20_000 });
    await again.stop();
  });
});
