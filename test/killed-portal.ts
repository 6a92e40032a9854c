import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { call } from './calls.ts';
import { quietPool, testDatabase } from './postgres.ts';
import { enterFirst, programStore, startProgram, type Program } from './program.ts';

/** A portal in a process of its own, which a spec kills and starts again on the same data. */
export interface KilledPortal {
  /** The log that the portal writes, read from outside. */
  store: EventStore;
  /** Starts the portal; resolves when it is ready. */
  start(): Promise<Program>;
  /** Signs in as the first administrator; returns the token. */
  enter(program: Program): Promise<string>;
  /** Ends the portal and removes its data. */
  close(): Promise<void>;
}

/** @param log Log variables of the portal; the log lies in its database by default. */
export async function killedPortal(log: Record<string, string> = {}): Promise<KilledPortal> {
  const [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'strato-ucciso-'))]);
  const pool = quietPool({ connectionString: database.url, max: 2 });
  const store = programStore({ DATI_DIR: folder, ...log }, pool);
  let running: Program | undefined;
  return {
    store,
    async start() {
      running = await startProgram({
        DATI_DIR: folder,
        DATABASE_URL: database.url,
        SEGRETO: 'un-segreto-di-prova-abbastanza-lungo',
        ...log,
      });
      await running.ready();
      return running;
    },
    enter: (program) => enterFirst(program.base, folder),
    async close() {
      running?.process.kill('SIGKILL');
      await running?.exit;
      await store.close();
      await pool.end();
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Creates excise readings, eight at a time; returns their ids. */
export async function createReadings({ base }: Program, token: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  const one = async () => {
    const answer = await call(`${base}/api/accise`, 'POST', { token, body: { accise: { data: '2026-01-02', ore: 1 } } });
    ids.push(answer.body.message.insertId);
  };
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = 0; n < count / 8; n += 1) await one();
    }),
  );
  return ids;
}
