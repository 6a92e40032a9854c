import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { personalData } from '#contracts/core/personal-data.ts';
import { systemClock, type Clock } from '#contracts/ports/clock.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ReadCatalogue } from '#projections/catalogue.ts';
import { openDatabase, READING_MS, type Database, type ReadDatabase } from '#projections/database.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { keyWithValue } from '#projections/registers/existing.queries.ts';
import { bullmqQueue } from '#workers/engine/bullmq.ts';
import { withdraw } from '#workers/engine/job-writes.ts';
import { zipWriter } from '#workers/formats/zip.ts';
import { backupPrograms } from './backup/programs.ts';
import { portalCatalogue } from './catalogue.ts';
import { fileReading } from './processes/file-reading.ts';
import { noteLogPlace, refuseOtherLog } from './log-move/log-place.ts';
import { closedStore } from './platform/event-store/closed-store.ts';
import { folderMailer } from './platform/mail/folder-mailer.ts';
import { smtpMailer } from './platform/mail/smtp-mailer.ts';
import { mailFolder } from './platform/files/results.ts';
import { diskArchive } from './platform/files/disk-archive.ts';
import { storeEventStoreDB } from './platform/event-store/eventstoredb.ts';
import { storePostgres } from './platform/event-store/postgres.ts';
import type { SharedStatements } from './platform/event-store/postgres-queries.ts';
import { guardedStore } from './platform/own-log/guarded-store.ts';
import { ownLog } from './platform/own-log/own-log.ts';
import { projectionWait } from './platform/http/projection-wait.ts';
import { countedStore } from './platform/metrics/counted-store.ts';
import { createMetrics, type Metrics } from './platform/metrics/portal-metrics.ts';
import type { ReadModelWait } from './platform/http/read-model-wait.ts';
import { mayAlterLog, prepareTables } from './platform/postgres/prepare-database.ts';
import type { Parts } from './platform/module.ts';
import { postgresNumbers } from './platform/postgres/numbers.ts';
import type { WriteDatabase } from './platform/postgres/write-tables.ts';
import { readsWithReplica, type Reads } from './platform/replica/replica.ts';
import { personKeys } from './platform/sealing/keys.ts';
import type { PersonKeys } from './platform/sealing/person-keys.ts';
import { sealedStore, type SealedStore } from './platform/sealing/sealed-store.ts';
import { LOG_IN_POSTGRES } from './platform/start/config.ts';
import type { Environment } from './platform/start/environment.ts';
import type { Shutdown } from './platform/start/shutdown.ts';

type Config = Environment['config'];

// Sizes of the connection pools. The log has its own pool, since a command may hold a connection of the write side while it appends.
const POOL_SIZES = { readDb: 10, writeDb: 10, eventi: 8 };
const MB = 1024 * 1024;

/** Opens the configured event log for reading as recorded. Writers get it wrapped by `closedStore`, which accepts declared events only. */
export function openStore(
  { EVENTSTORE_URL, EVENTSTORE_PREFISSO, DATABASE_URL }: Pick<Config, 'EVENTSTORE_URL' | 'EVENTSTORE_PREFISSO' | 'DATABASE_URL'>,
  shutdown: Shutdown,
  shared?: SharedStatements,
  metrics?: Pick<Metrics, 'watchPool'>,
): EventStore {
  if (EVENTSTORE_URL && EVENTSTORE_URL !== LOG_IN_POSTGRES) {
    const store = storeEventStoreDB(EVENTSTORE_URL, { prefix: EVENTSTORE_PREFISSO });
    shutdown.add('EventStoreDB', () => store.close());
    return store;
  }
  const { pool } = openDatabase({ url: DATABASE_URL, max: POOL_SIZES.eventi, schema: 'public' });
  metrics?.watchPool('log', () => pool);
  const store = storePostgres(pool, shared ? { shared } : {});
  shutdown.add('event log', async () => {
    await store.close();
    if (!pool.ended) await pool.end();
  });
  return store;
}

/** Creates the keys with which personal data is sealed in the log. */
export function openKeys(
  config: Config,
  {
    writeDb,
    readDb,
    catalogue,
    log,
  }: { writeDb: Database<WriteDatabase>; readDb?: Database<ReadDatabase>; catalogue: ReadCatalogue; log: Logger },
): PersonKeys {
  return personKeys(writeDb, config, {
    // while the read tables are being built the lookup fails, and the name gets a key of its own
    recordNamed: async ({ register, field, name }) =>
      readDb ? keyWithValue(readDb, catalogue.registerOrThrow(register), field, name).catch(() => null) : null,
    told: (subject) => log.error({ subject }, 'a personal value in the log cannot be read: its key is missing, or SEGRETO is another one'),
  });
}

/** Returns a log whose personal data is decrypted with the keys in the write side's database, for a command-line program. */
export function openedStore(recorded: EventStore, config: Config, { log, shutdown }: { log: Logger; shutdown: Shutdown }): SealedStore {
  const catalogue = portalCatalogue();
  const { db: writeDb } = openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 1, schema: 'public' });
  const { db: readDb } = openDatabase<ReadDatabase>({ url: config.DATABASE_URL, max: 1 });
  shutdown.add('keys of people', async () => void (await Promise.all([writeDb.destroy(), readDb.destroy()])));
  return sealedStore(recorded, { people: personalData(catalogue.registers), keys: openKeys(config, { writeDb, readDb, catalogue, log }) });
}

/**
 * Opens the log from which this portal's tables were built, with personal data decrypted. Throws if its events were moved to another log,
 * or if the log lacks some of them.
 */
export async function ownStore(config: Config, log: Logger, shutdown: Shutdown): Promise<SealedStore> {
  return openedStore(await ownRecordedStore(config, shutdown), config, { log, shutdown });
}

/** Opens the same log with personal data still sealed, as backups contain it. */
export async function ownRecordedStore(config: Config, shutdown: Shutdown): Promise<EventStore> {
  const { db } = openDatabase<WriteDatabase>({ url: config.DATABASE_URL, max: 1, schema: 'public' });
  const { db: readDb } = openDatabase<ReadDatabase>({ url: config.DATABASE_URL, max: 1 });
  const store = openStore(config, shutdown);
  try {
    await prepareTables(config, db);
    await refuseOtherLog(db, store);
    // a log in the portal's own database cannot be another portal's, and commands report missing positions themselves
    if (store.brokenConnections) await ownLog({ store, writeDb: db, readDb }).sure();
  } finally {
    await Promise.all([db.destroy(), readDb.destroy()]);
  }
  return store;
}

/** Replacements for parts of the portal in tests, such as clock, log and job queue. */
export interface Overrides {
  clock?: Clock;
  catalogue?: ReadCatalogue;
  store?: EventStore;
  jobs?: (parts: Omit<Parts, 'jobs'> & { url: string }) => Promise<JobQueue>;
}

/** Migrates the write side and creates the dependencies with which the modules are created. */
export async function createDependencies(config: Config, log: Logger, shutdown: Shutdown, instead: Overrides = {}): Promise<Parts> {
  const catalogue = instead.catalogue ?? portalCatalogue();
  const url = config.DATABASE_URL;
  const metrics = createMetrics();
  const { db: writeDb, pool: writes, shared } = openDatabase<WriteDatabase>({ url, max: POOL_SIZES.writeDb, schema: 'public' });
  metrics.watchPool('writes', () => writes);
  shutdown.add('writes', () => writeDb.destroy());
  const applied = await prepareTables(config, writeDb);
  if (applied.length > 0) log.debug({ migrations: applied }, 'tables migrated');
  if (config.NODE_ENV === 'production' && (await mayAlterLog(writeDb)))
    log.warn('the role of DATABASE_URL owns the log and may alter it: npm run prepare-database makes one that may not');
  const bareStore = instead.store ?? openStore(config, shutdown, shared, metrics);
  await refuseOtherLog(writeDb, bareStore);
  await noteLogPlace(writeDb, bareStore, config.EVENTSTORE_URL);
  const wait = await projectionWait({ url });
  shutdown.add('wait for the projections', () => wait.close());
  const reads = openReads(config, { wait, log, metrics });
  shutdown.add('reads', () => reads.close());
  const logOwner = ownLog({ store: bareStore, writeDb, readDb: reads.readDb });
  const keys = openKeys(config, { writeDb, readDb: reads.readDb, catalogue, log });
  if (config.SEGRETO_PRIMA !== undefined) await keys.rewrap();
  // the store of the portal: events of its own log alone, with personal fields sealed, of known types alone, counted for the metrics
  const recorded = sealedStore(guardedStore(bareStore, logOwner), { people: personalData(catalogue.registers), keys });
  const store = countedStore(closedStore(recorded, catalogue), metrics);
  const files = diskArchive({ folder: config.ARCHIVIO_DIR, maxBytes: config.MAX_UPLOAD_MB * MB });
  const numbers = postgresNumbers(writeDb, { sameLog: store.name === 'postgres' });
  const parts = {
    // the owner's address is needed for migrations only, so it is not passed on
    config: { ...config, DATABASE_URL_PROPRIETARIO: undefined },
    log,
    catalogue,
    clock: instead.clock ?? systemClock,
    store,
    recorded,
    keys,
    ownLog: logOwner,
    numbers,
    readDb: reads.readDb,
    lists: reads.lists,
    writeDb,
    files,
    zip: zipWriter(files),
    readModelWait: reads.readModelWait,
    metrics,
    replica: reads.replica,
    reading: fileReading(writeDb),
    mailer: config.SMTP_URL ? smtpMailer({ url: config.SMTP_URL }) : folderMailer(mailFolder(config)),
    backups: backupPrograms(config, url),
    rebuild: (progress: (percent: number) => void, signal: AbortSignal) =>
      rebuild({ store: recorded, url, log, projections: catalogue.projections, upcasts: catalogue.upcasts, progress, signal }),
  };
  const jobs = await (instead.jobs?.({ ...parts, url }) ?? bullmqQueue({ writeDb, log, ...queueAddresses(config) }));
  shutdown.add('queue', () => jobs.close());
  return { ...parts, jobs };
}

/** Opens the read tables, with the replica if one is configured. */
function openReads(
  { DATABASE_URL: url, DATABASE_URL_LETTURE: replicaUrl }: Config,
  { wait, log, metrics }: { wait: ReadModelWait; log: Logger; metrics: Pick<Metrics, 'watchPool'> },
): Reads {
  const max = POOL_SIZES.readDb;
  if (replicaUrl !== undefined) return readsWithReplica({ url, replicaUrl, max, wait, log, metrics });
  const { db: readDb, pool } = openDatabase<ReadDatabase>({ url, max, statementMs: READING_MS });
  metrics.watchPool('reads', () => pool);
  return { readDb, lists: readDb, readModelWait: wait, replica: () => null, close: () => readDb.destroy() };
}

/** Addresses of the job queue: Redis if one is configured, otherwise PostgreSQL. */
export function queueAddresses({
  REDIS_URL,
  DATABASE_URL,
}: Pick<Config, 'REDIS_URL' | 'DATABASE_URL'>): { redisUrl: string } | { postgresUrl: string } {
  return REDIS_URL ? { redisUrl: REDIS_URL } : { postgresUrl: DATABASE_URL };
}

/** Withdraws jobs of a portal that is not running, without its queue. */
export const jobWithdrawal = (writeDb: Kysely<WriteDatabase>): Pick<JobQueue, 'withdraw'> => ({ withdraw: (id) => withdraw(writeDb, id) });
