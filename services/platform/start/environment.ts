import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config, CompleteConfig } from './config.ts';
import { folderWithMode, keepFromOthers, PRIVATE } from '../files/modes.ts';
import { mailFolder } from '../files/results.ts';
import { tempFolder } from '../files/temp-folders.ts';
import { FolderTaken, claimFolder } from '../postgres/folder-lock.ts';
import { startPostgres } from '../postgres/embedded-postgres.ts';
import { localSecret } from '../postgres/secrets.ts';
import { isDatabaseUnreachable } from '#projections/database-errors.ts';
import { retryUntil, dependencyWait, type WaitFor } from './retry-until.ts';
import type { Shutdown } from './shutdown.ts';

export interface Environment {
  config: CompleteConfig;
  /** Folder of jobs' results. */
  results: string;
  /** Signals the embedded database to stop without waiting, before the process exits at once. */
  stopNow(): void;
}

/** Returns the archive's folder: ARCHIVIO_DIR, or a subfolder of DATI_DIR. */
export const archiveFolder = ({ ARCHIVIO_DIR, DATI_DIR }: Pick<Config, 'ARCHIVIO_DIR' | 'DATI_DIR'>): string =>
  resolve(ARCHIVIO_DIR ?? join(DATI_DIR, 'archivio'));

/** Prepares folders, secrets and database. Whatever the configuration does not name is created in `DATI_DIR`. */
export async function prepareEnvironment(
  config: Config,
  log: Logger,
  shutdown: Shutdown,
  waitFor: WaitFor = dependencyWait({ showWait: () => undefined, log, shutdown }),
): Promise<Environment> {
  const dataDir = resolve(config.DATI_DIR);
  // other users may enter the folder, since as root the database runs as another user; private files have modes of their own
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  keepFromOthers();
  const { url, ownerUrl, stopNow } = config.DATABASE_URL
    ? await givenDatabase(config.DATABASE_URL, config.DATABASE_URL_PROPRIETARIO, waitFor)
    : await embeddedDatabase(dataDir, log, shutdown);
  const SECRET = config.SEGRETO ?? (await localSecret(dataDir, 'firma'));
  const ARCHIVIO_DIR = archiveFolder(config);
  const results = `${dataDir}/risultati`;
  await mkdir(ARCHIVIO_DIR, { recursive: true, mode: 0o750 });
  await keepPrivate([results, mailFolder(config), tempFolder(config), ...(await workersFolder(ARCHIVIO_DIR))]);
  const database = { DATABASE_URL: url, DATABASE_URL_PROPRIETARIO: ownerUrl };
  return { config: { ...config, ...database, SEGRETO: SECRET, ARCHIVIO_DIR }, results, stopNow };
}

/** Sets private modes on folders that older versions left readable for other users of the machine. */
async function keepPrivate(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await folderWithMode(folder, PRIVATE.folder);
}

/** Returns the folder of workers' documents; none if there are no documents yet. */
async function workersFolder(archive: string): Promise<string[]> {
  const folder = join(archive, PERSONALE_FOLDER);
  return (await stat(folder).catch(() => null))?.isDirectory() ? [folder] : [];
}

/** Addresses of a database for the portal's role and for the owner of the tables, if that address is known. */
interface Database {
  url: string;
  ownerUrl: string | undefined;
  stopNow(): void;
}

async function embeddedDatabase(dataDir: string, log: Logger, shutdown: Shutdown): Promise<Database> {
  shutdown.add(
    'data folder',
    await retryUntil(
      () => claimFolder(dataDir),
      (error) => error instanceof FolderTaken,
      { timeoutMs: PORTAL_CLOSING_MS },
    ),
  );
  const postgres = await startPostgres({ dataDir, log });
  shutdown.add('PostgreSQL', () => postgres.stop());
  return { url: postgres.url, ownerUrl: postgres.ownerUrl, stopNow: () => postgres.stopNow() };
}

/**
 * Waits for a configured database. Waits without limit while it is unreachable. Waits up to `DATABASE_BEING_MADE_MS` while it refuses the
 * connection, since it may still be created.
 */
async function givenDatabase(url: string, ownerUrl: string | undefined, waitFor: WaitFor): Promise<Database> {
  const untilReachable = () =>
    retryUntil(
      // connects as the owner if possible, since the owner creates the portal's role
      () => reach(ownerUrl ?? url),
      (error) => !isDatabaseUnreachable(error),
      { timeoutMs: DATABASE_BEING_MADE_MS },
    );
  await waitFor(untilReachable, {
    isTransient: isDatabaseUnreachable,
    logMessage: 'waiting for the database',
    sentence: 'Il portale aspetta il suo database, che non risponde: riparte da sé appena torna.',
  });
  return { url, ownerUrl, stopNow: () => undefined };
}

async function reach(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

// a portal that is being replaced may still be closing
const PORTAL_CLOSING_MS = 6000;
const DATABASE_BEING_MADE_MS = 60_000;
