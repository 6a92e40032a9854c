import type { Logger } from 'pino';
import { systemClock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { zipWriter } from '#workers/formats/zip.ts';
import { diskArchive } from './platform/files/disk-archive.ts';
import { storeEventStoreDB } from './platform/event-store/eventstoredb.ts';
import { storePostgres } from './platform/event-store/postgres.ts';
import { projectionWait } from './platform/http/projection-wait.ts';
import { migra } from './platform/postgres/migrations/index.ts';
import type { Parts } from './platform/module.ts';
import { postgresNumbers } from './platform/postgres/numbers.ts';
import type { WriteDatabase } from './platform/postgres/write-tables.ts';
import type { Environment } from './platform/start/environment.ts';
import type { Shutdown } from './platform/start/shutdown.ts';

type Config = Environment['config'];

// a command may hold a session of the write side while it appends: the log has sessions of its own
const SESSIONS = { readDb: 10, writeDb: 10, eventi: 8 };
const MB = 1024 * 1024;

/** The event log of this configuration. */
export function openStore(
  { EVENTSTORE_URL, EVENTSTORE_PREFISSO, DATABASE_URL }: Pick<Config, 'EVENTSTORE_URL' | 'EVENTSTORE_PREFISSO' | 'DATABASE_URL'>,
  shutdown: Shutdown,
): EventStore {
  if (EVENTSTORE_URL) {
    const store = storeEventStoreDB(EVENTSTORE_URL, { prefix: EVENTSTORE_PREFISSO });
    shutdown.add('EventStoreDB', () => store.close());
    return store;
  }
  const { pool } = openDatabase({ url: DATABASE_URL, max: SESSIONS.eventi, schema: 'public' });
  const store = storePostgres(pool);
  shutdown.add('registro degli eventi', async () => {
    await store.close();
    if (!pool.ended) await pool.end();
  });
  return store;
}

/** Migrates the write side and makes what the modules are made with. */
export async function createDependencies(config: Config, log: Logger, shutdown: Shutdown): Promise<Parts> {
  const url = config.DATABASE_URL;
  const { db: writeDb } = openDatabase<WriteDatabase>({ url, max: SESSIONS.writeDb, schema: 'public' });
  shutdown.add('scritture', () => writeDb.destroy());
  const applied = await migra(writeDb);
  if (applied.length > 0) log.info({ migrazioni: applied }, 'tabelle aggiornate');
  const { db: readDb } = openDatabase<ReadDatabase>({ url, max: SESSIONS.readDb });
  shutdown.add('letture', () => readDb.destroy());
  const store = openStore(config, shutdown);
  const wait = await projectionWait({ url });
  shutdown.add('attesa delle proiezioni', () => wait.close());
  const jobs = await bullmqQueue({ writeDb, log, ...queueAddresses(config) });
  shutdown.add('coda', () => jobs.close());
  const files = diskArchive({ folder: config.ARCHIVIO_DIR, maxBytes: config.MAX_UPLOAD_MB * MB });
  return {
    config,
    log,
    clock: systemClock,
    store,
    numbers: postgresNumbers(writeDb, { sameLog: store.name === 'postgres' }),
    readDb,
    writeDb,
    files,
    zip: zipWriter(files),
    jobs,
    readModelWait: wait,
  };
}

/** Where the queue lives: Redis when there is one, PostgreSQL otherwise. */
export function queueAddresses({
  REDIS_URL,
  DATABASE_URL,
}: Pick<Config, 'REDIS_URL' | 'DATABASE_URL'>): { redisUrl: string } | { postgresUrl: string } {
  return REDIS_URL ? { redisUrl: REDIS_URL } : { postgresUrl: DATABASE_URL };
}
