import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { openDatabase } from '#projections/database.ts';
import { migrate } from '#services/platform/postgres/migrations/index.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { jobTables } from '#workers/engine/job-tables.ts';
import { insert } from '#workers/engine/job-writes.ts';
import { executeProcesso } from '#workers/engine/run-job.ts';
import { testDatabase, type TestDatabase } from '../postgres.ts';

let database: TestDatabase;
let db: Kysely<WriteDatabase>;
beforeEach(async () => {
  database = await testDatabase();
  ({ db } = openDatabase<WriteDatabase>({ url: database.url, max: 2 }));
  await migrate(db);
});
afterEach(async () => {
  await db.destroy();
  await database.close();
});

/** Parts of an executor that these tests do not look at. */
const surroundings = {
  log: { warn: () => {}, error: () => {} },
  cancellations: { watch: () => ({ signal: new AbortController().signal, done: () => {} }) },
  requeue: async () => {},
};

it('chi viene preso mentre il lavoratore si ferma torna in coda senza cominciare', async () => {
  const stopping = new AbortController();
  let begun = 0;
  // the data are parsed after the row is taken and before the job begins, so the worker is stopped exactly between
  const data = z.object({}).transform((read) => {
    stopping.abort();
    return read;
  });
  const handler = async ({ signal }: { signal: AbortSignal }): Promise<never> => {
    begun += 1;
    return new Promise((_, reject) => signal.addEventListener('abort', reject));
  };
  await insert(db, 'uno', { kind: 'prova', title: 'Prova', data: {}, utente: 'anna', groupID: 3, correlationId: 'c' }, []);
  const jobs = new Map([['prova', { definition: { kind: 'prova', lane: 'persona' as const, data }, handler }]]);
  expect(await executeProcesso({ writeDb: db, jobs, executor: 'prova', shutdown: stopping.signal, ...surroundings }, 'uno', false)).toBe(
    'put back',
  );
  expect(begun).toBe(0);
  expect(await jobTables(db).selectFrom('processi').select(['status', 'tentativi']).executeTakeFirstOrThrow()).toMatchObject({
    status: 'queued',
  });
});

it.each([
  ['con dati di persone, un giorno', { personal: true }, {}, 1],
  ['senza, sette', {}, {}, 7],
  ['ciò che il suo tipo tiene di più, quanto dice il tipo', { personal: true }, { resultDays: 30 }, 30],
] as const)('un risultato resta: %s', async (name, outcome, kept, days) => {
  await insert(db, name, { kind: 'tenuto', title: 'Tenuto', data: {}, utente: 'anna', groupID: 3, correlationId: 'c' }, []);
  const definition = { kind: 'tenuto', lane: 'persona' as const, data: z.object({}), ...kept };
  const jobs = new Map([['tenuto', { definition, handler: async () => ({ message: 'fatto', ...outcome }) }]]);
  await executeProcesso({ writeDb: db, jobs, executor: 'prova', shutdown: new AbortController().signal, ...surroundings }, name, false);
  const { rows } = await sql<{ days: number }>`select round(extract(epoch from scade - finito) / 86400)::int as days
    from public.processi where id = ${name}`.execute(db);
  expect(rows).toEqual([{ days }]);
});
