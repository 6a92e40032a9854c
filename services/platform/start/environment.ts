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
import { databaseAway } from '#projections/database-errors.ts';
import { patiently, waiting, type WaitFor } from './patience.ts';
import type { Shutdown } from './shutdown.ts';

export interface Environment {
  config: CompleteConfig;
  /** Results of jobs. */
  results: string;
  /** The last resort before leaving at once. */
  stopNow(): void;
}

/** Folder of documents and photos: the given one, or that of `DATI_DIR`. */
export const archiveFolder = ({ ARCHIVIO_DIR, DATI_DIR }: Pick<Config, 'ARCHIVIO_DIR' | 'DATI_DIR'>): string =>
  resolve(ARCHIVIO_DIR ?? join(DATI_DIR, 'archivio'));

/** Folders, secrets and database: the given ones, or those of `DATI_DIR`. */
export async function prepareEnvironment(
  config: Config,
  log: Logger,
  shutdown: Shutdown,
  waitFor: WaitFor = waiting({ tell: () => undefined, log, shutdown }),
): Promise<Environment> {
  const dataDir = resolve(config.DATI_DIR);
  // what is private in it has a mode of its own; the database runs as another user when this is root
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

/** Closes to other users of the machine the files that older versions left open to them. */
async function keepPrivate(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await folderWithMode(folder, PRIVATE.folder);
}

/** The documents of workers, where there are some. */
async function workersFolder(archive: string): Promise<string[]> {
  const folder = join(archive, PERSONALE_FOLDER);
  return (await stat(folder).catch(() => null))?.isDirectory() ? [folder] : [];
}

/** Addresses of a database, as the portal's role and as the owner of everything, where that one is known. */
interface Database {
  url: string;
  ownerUrl: string | undefined;
  stopNow(): void;
}

async function embeddedDatabase(dataDir: string, log: Logger, shutdown: Shutdown): Promise<Database> {
  shutdown.add(
    'data folder',
    await patiently(
      () => claimFolder(dataDir),
      (error) => error instanceof FolderTaken,
      { timeoutMs: PORTAL_CLOSING_MS },
    ),
  );
  const postgres = await startPostgres({ dataDir, log });
  shutdown.add('PostgreSQL', () => postgres.stop());
  return { url: postgres.url, ownerUrl: postgres.ownerUrl, stopNow: () => postgres.stopNow() };
}

/** A database of one's own may start after the portal; one that answers, and refuses, is given a while to be made. */
async function givenDatabase(url: string, ownerUrl: string | undefined, waitFor: WaitFor): Promise<Database> {
  const made = () =>
    patiently(
      // the owner makes the portal's role
      () => reach(ownerUrl ?? url),
      (error) => !databaseAway(error),
      { timeoutMs: DATABASE_BEING_MADE_MS },
    );
  await waitFor(made, {
    passing: databaseAway,
    said: 'waiting for the database',
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

// the portal that is being replaced may still be closing
const PORTAL_CLOSING_MS = 6000;
const DATABASE_BEING_MADE_MS = 60_000;
