import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { afterTheOther, BackupUnderWay } from '../backup/backup-in-progress.ts';
import { postgresBinaries } from '../platform/postgres/binaries.ts';
import { claimFolder, FolderTaken } from '../platform/postgres/folder-lock.ts';
import { prepareEnvironment, type Environment } from '../platform/start/environment.ts';
import type { Shutdown } from '../platform/start/shutdown.ts';
import { scratchDatabase } from '../platform/postgres/scratch-database.ts';

type Config = Environment['config'];

/**
 * Creates an empty portal for a restore test, which is deleted at shutdown: a folder in DATI_DIR, and an embedded PostgreSQL. If there is
 * none for this machine, it is a database on the portal's server. Waits up to `patience` milliseconds for another restore test.
 */
export async function scratchPlace(config: Config, log: Logger, shutdown: Shutdown, patience = 0): Promise<Config> {
  const folder = resolve(config.DATI_DIR, 'prova-ripristino');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const release = await afterTheOther(() => claim(folder), patience);
  // folders of a killed restore test
  for (const name of await readdir(folder)) if (name.startsWith('p-')) await rm(join(folder, name), { recursive: true, force: true });
  const dataDir = await mkdtemp(join(folder, 'p-'));
  shutdown.add('scratch folder', async () => {
    // the folder's lock file stays, since another process may have opened it by now
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await release();
  });
  // as root the database runs as another user, which must be able to enter; the restored folders are private
  await chmod(dataDir, 0o755);
  for (const name of ['archivio', 'risultati', 'salvataggio']) await mkdir(join(dataDir, name), { mode: 0o700 });
  const embedded = await postgresBinaries().catch(() => null);
  // the portal's own SEGRETO is used, since a new one would be a file that the backup does not contain
  const own = { DATI_DIR: dataDir, EVENTSTORE_URL: undefined, ARCHIVIO_DIR: undefined, DATABASE_URL_PROPRIETARIO: undefined };
  const url = embedded ? undefined : await scratchDatabase(config.DATABASE_URL, shutdown);
  const made = (await prepareEnvironment({ ...config, ...own, DATABASE_URL: url }, log, shutdown)).config;
  // a restore needs the owner of the tables
  return { ...made, DATABASE_URL: made.DATABASE_URL_PROPRIETARIO ?? made.DATABASE_URL, DATABASE_URL_PROPRIETARIO: undefined };
}

const claim = (folder: string): Promise<() => Promise<void>> =>
  claimFolder(folder).catch((error: unknown) => {
    throw error instanceof FolderTaken ? new BackupUnderWay() : error;
  });
