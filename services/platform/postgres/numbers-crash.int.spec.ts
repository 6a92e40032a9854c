import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { startPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { up } from './migrations/0002-numeri.ts';
import { up as numberFor } from './migrations/0013-numero-per.ts';
import { postgresNumbers } from './numbers.ts';
import { signal } from './postmaster.ts';
import type { WriteDatabase } from './write-tables.ts';

// a server of its own with durable settings, since the shared test server must not crash and does not flush
let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-numeri-'));
  await chmod(folder, 0o755);
  server = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('un numero dato e poi atteso su disco non torna, anche se il database cade subito dopo', async () => {
  const { db, pool } = openDatabase<WriteDatabase>({ url: server.ownerUrl, max: 4 });
  try {
    await up(db as never);
    await numberFor(db as never);
    const numbers = postgresNumbers(db, { sameLog: true });
    const given: number[] = [];
    for (let crash = 0; crash < 4; crash += 1) {
      const session = (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
      given.push((await numbers.reserve('cantieri_wbs', randomUUID(), { durable: true })).number);
      // as when the system runs out of memory: the database ends all sessions and recovers
      signal(session, 'SIGKILL');
      await expect
        .poll(() =>
          pool.query('select 1').then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    expect(given).toEqual([1, 2, 3, 4]);
  } finally {
    await db.destroy();
  }
});
