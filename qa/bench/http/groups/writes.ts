import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openDatabase } from '#projections/database.ts';
import { withPortal } from '../processes.ts';
import { prepareByHand } from '../by-hand/functions.ts';
import { copyDatabase, copyOf } from '../by-hand/copy.ts';
import { sameRows } from '../by-hand/same-rows.ts';
import { writesByHand, type WriteResult } from '../by-hand/writes.ts';
import { HEAD } from '../report.ts';
import { beside, measureWorks, type Beside, type Work } from '../turns.ts';
import type { Group } from './section.ts';

const values = { manutenzione: { matricola: 'B0001', data: '2026-11-20', descrizione: 'misura', ore_km: 12.5 } };
let n = 0;
const next = (): string => `misura ${(n += 1)}`;
/**
 * Returns a function that cycles through a thousand records, a different thousand for each run. Thousands of changes of one record would
 * make its stream unrealistically long.
 */
function someOf(records: number): () => number {
  const some = Math.min(1000, records);
  const first = 1 + Math.floor(Math.random() * (records - some));
  return () => first + (n % some);
}

/** Measures creating and changing records, one at a time and sixteen concurrently. */
export const writesGroup: Group = {
  name: 'scritture',
  async run(bench) {
    // the session is created before the copy, and the portal is stopped during the copy
    const sessionToken = await withPortal(bench.folder, async ({ token }) => token);
    await copyDatabase(bench.folder);
    return withPortal(bench.folder, async (loaded) => {
      const url = copyOf(loaded.database);
      const [pool, copy] = [loaded.database, url].map((one) => openDatabase({ url: one, max: 20 }).pool) as [Pool, Pool];
      try {
        await prepareByHand(copy);
        await Promise.all([pool, copy].map((one) => one.query('vacuum analyze')));
        return await beside(
          loaded,
          async (clients) => {
            const works = await worksOf({ pool, copy, token: sessionToken }, clients, bench.size.maintenance);
            const { rows } = await measureWorks(works, bench);
            return {
              title: 'Writing',
              intro: INTRO,
              head: HEAD,
              rows,
            };
          },
          { url, token: sessionToken },
        );
      } finally {
        await Promise.all([pool.end(), copy.end()]);
      }
    });
  },
};

const INTRO =
  'An answer means that the write is on disk and that the lists show it. The work by hand is one function in one transaction, on a copy of the database. It looks up session and right, claims the idempotency key, takes a number and appends the event. It also writes the rows of record, past record, search, history, state and deadlines, and a checkpoint. Calls that arrive during a transaction go together in the next. The rows that both sides leave are compared.';

interface Databases {
  pool: Pool;
  copy: Pool;
  /** Token of a session that exists in the copy too. */
  token: string;
}

async function worksOf({ pool, copy, token }: Databases, clients: Beside, records: number): Promise<Work[]> {
  const { portalClient, bareClient } = clients;
  const byHand = writesByHand(copy);
  const caller = () => ({ token, key: randomUUID() });
  const made = (await portalClient.call('POST', '/api/manutenzioni', values)) as { message: { insertId: number } };
  const { insertId: id } = made.message;
  await compareRows({ pool, copy }, clients, id);
  const pickRecord = someOf(records);
  const writes = (writers: number, suffix: string, goal: string): Work[] => [
    {
      name: `create, ${suffix}`,
      goal,
      writers,
      pg: () => byHand.create(caller(), { ...values.manutenzione, descrizione: next() }),
      http: () => bareClient.call('POST', '/crea', { ...values.manutenzione, descrizione: next() }),
      portal: () => portalClient.call('POST', '/api/manutenzioni', { manutenzione: { ...values.manutenzione, descrizione: next() } }),
    },
    {
      name: `change, ${suffix}`,
      goal,
      writers,
      pg: () => byHand.change(caller(), pickRecord(), { descrizione: next() }),
      http: () => bareClient.call('PUT', '/cambia', { id: pickRecord(), descrizione: next() }),
      portal: () => portalClient.call('PUT', '/api/manutenzioni', { manutenzione: { id: pickRecord(), descrizione: next() } }),
    },
  ];
  return [...writes(1, 'one at a time', '≤ 2.5 ×'), ...writes(16, '16 at once', '≥ 0.8 of the throughput, p99 < 50 ms')];
}

/** Creates and changes a record in the portal and in the baseline, and checks that both leave the same rows. */
async function compareRows(
  { pool, copy }: Pick<Databases, 'pool' | 'copy'>,
  { portalClient, bareClient }: Beside,
  id: number,
): Promise<void> {
  const bareRecord = (await bareClient.call('POST', '/crea', values.manutenzione)) as WriteResult;
  await sameRows({ pool, id }, { pool: copy, id: bareRecord.numero });
  const change = { descrizione: 'misura ancora' };
  await portalClient.call('PUT', '/api/manutenzioni', { manutenzione: { id, ...change } });
  await bareClient.call('PUT', '/cambia', { id: bareRecord.numero, ...change });
  await sameRows({ pool, id }, { pool: copy, id: bareRecord.numero });
}
