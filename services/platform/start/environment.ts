import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pRetry from 'p-retry';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { FolderTaken, claimFolder } from '../postgres/folder-lock.ts';
import { startPostgres } from '../postgres/embedded-postgres.ts';
import { localSecret } from '../postgres/secrets.ts';
import type { Shutdown } from './shutdown.ts';

/** A configuration in which nothing is left to be made up. */
export interface Environment {
  config: Config & { DATABASE_URL: string; SEGRETO: string; ARCHIVIO_DIR: string };
  /** Results of jobs. */
  results: string;
  /** The last resort before leaving at once. */
  stopNow(): void;
}

/** Folders, secrets and database: the given ones, or those of `DATI_DIR`. */
export async function prepareEnvironment(config: Config, log: Logger, shutdown: Shutdown): Promise<Environment> {
  const dataDir = resolve(config.DATI_DIR);
  // what is private in it has a mode of its own; the database runs as another user when this is root
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const { url, stopNow } = config.DATABASE_URL ? await given(config.DATABASE_URL, log) : await embedded(dataDir, log, shutdown);
  const SECRET = config.SEGRETO ?? (await localSecret(dataDir, 'firma'));
  const ARCHIVIO_DIR = resolve(config.ARCHIVIO_DIR ?? `${dataDir}/archivio`);
  const results = `${dataDir}/risultati`;
  for (const folder of [ARCHIVIO_DIR, results]) await mkdir(folder, { recursive: true });
  return { config: { ...config, DATABASE_URL: url, SEGRETO: SECRET, ARCHIVIO_DIR }, results, stopNow };
}

async function embedded(dataDir: string, log: Logger, shutdown: Shutdown): Promise<{ url: string; stopNow(): void }> {
  shutdown.add(
    'cartella dei dati',
    await patiently(
      () => claimFolder(dataDir),
      (error) => error instanceof FolderTaken,
      PORTAL_CLOSING_MS,
    ),
  );
  const postgres = await startPostgres({ dataDir, log });
  shutdown.add('PostgreSQL', () => postgres.stop());
  return { url: postgres.url, stopNow: () => postgres.stopNow() };
}

/** A database of one's own may start at the same moment as the portal. */
async function given(url: string, log: Logger): Promise<{ url: string; stopNow(): void }> {
  let told = false;
  await patiently(
    () => reach(url),
    (error) => {
      if (!told) log.warn({ motivo: (error as Error).message }, 'database non ancora raggiungibile');
      told = true;
      return true;
    },
    DATABASE_STARTING_MS,
  );
  return { url, stopNow: () => undefined };
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
const DATABASE_STARTING_MS = 60_000;

/** Tries again while `passing` says that the error may pass, for `timeoutMs` ms at most. */
export async function patiently<T>(attempt: () => Promise<T>, passing: (error: unknown) => boolean, timeoutMs: number): Promise<T> {
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: 250,
    maxRetryTime: timeoutMs,
    shouldRetry: ({ error }) => passing(error),
  });
}
