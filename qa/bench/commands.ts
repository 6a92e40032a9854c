import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { openDatabase } from '#projections/database.ts';
import { prepareEnvironment } from '#services/platform/start/environment.ts';
import { createShutdown } from '#services/platform/start/shutdown.ts';
import { createDependencies } from '#services/dependencies.ts';
import { assemble } from '#services/modules.ts';
import { startReading } from '#services/portal.ts';
import { readConfig } from '#services/platform/start/config.ts';

/**
 * Milliseconds per round. The benchmark compares commands with this machine's limit: durable inserts of equally large rows by the same
 * number of writers, on the same embedded PostgreSQL.
 */
const PER_GIRO_MS = 3000;

async function perSecond(writers: number, once: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + PER_GIRO_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (; performance.now() < end; done++) await once();
    }),
  );
  return done / (PER_GIRO_MS / 1000);
}

export interface InProcess {
  writers: number;
  /** Inserts and commands per second. */
  inserts: number;
  commands: number;
}

/** Measures a portal in this process, without HTTP and without waiting for the read tables. */
export async function commandsInProcess(writerCounts: readonly number[]): Promise<InProcess[]> {
  const folder = await mkdtemp(join(tmpdir(), 'strato-bench-'));
  await chmod(folder, 0o755);
  const log = pino({ level: 'silent' });
  const shutdown = createShutdown(log);
  try {
    const { config } = await prepareEnvironment(readConfig({ DATI_DIR: folder, DEMO: '0' }), log, shutdown);
    const { deps } = assemble(await createDependencies(config, log, shutdown));
    // a command looks up the records it references in the read tables
    await startReading(deps, config.DATABASE_URL, shutdown);
    // the portal's own role may not create tables
    const { pool } = openDatabase({ url: config.DATABASE_URL_PROPRIETARIO ?? config.DATABASE_URL, max: 8, schema: 'public' });
    shutdown.add('comparison', () => pool.end());
    await pool.query('create table nuda (id uuid primary key, stream text not null, data jsonb not null, metadata jsonb not null)');
    const identity = { memberID: 'bench', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
    const sender = (): Sender => ({ identity, commandId: randomUUID(), correlationId: randomUUID(), origine: 'sistema' });
    const values = { descrizione: 'Escavatore cingolato di prova', marca: 'Soilmec', modello: 'SR-30' };
    const results: InProcess[] = [];
    for (const writers of writerCounts) {
      const inserts = await perSecond(writers, () =>
        pool.query('insert into nuda values ($1, $2, $3, $4)', [
          randomUUID(),
          `macchinari-${randomUUID()}`,
          values,
          { ...sender(), at: new Date() },
        ]),
      );
      const commands = await perSecond(writers, () =>
        deps.dispatch({ register: 'macchinari', action: 'create', key: randomUUID(), values }, sender()),
      );
      results.push({ writers, inserts, commands });
    }
    return results;
  } finally {
    await shutdown.closeAll();
    await rm(folder, { recursive: true, force: true });
  }
}
