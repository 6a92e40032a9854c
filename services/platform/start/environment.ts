import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { CartellaOccupata, occupaCartella } from '../postgres/folder-lock.ts';
import { avviaPostgres } from '../postgres/embedded-postgres.ts';
import { segretoLocale } from '../postgres/secrets.ts';
import type { Chiusura } from './shutdown.ts';

/** A configuration in which nothing is left to be made up. */
export interface Ambiente {
  config: Config & { DATABASE_URL: string; SEGRETO: string; ARCHIVIO_DIR: string };
  /** Results of jobs. */
  risultati: string;
  /** The last resort before leaving at once. */
  fermaSubito(): void;
}

/** Folders, secrets and database: the given ones, or those of `DATI_DIR`. */
export async function preparaAmbiente(config: Config, log: Logger, chiusura: Chiusura): Promise<Ambiente> {
  const datiDir = resolve(config.DATI_DIR);
  // what is private in it has a mode of its own; the database runs as another user when this is root
  await mkdir(datiDir, { recursive: true, mode: 0o755 });
  const { url, fermaSubito } = config.DATABASE_URL ? await dato(config.DATABASE_URL, log) : await incorporato(datiDir, log, chiusura);
  const SEGRETO = config.SEGRETO ?? (await segretoLocale(datiDir, 'firma'));
  const ARCHIVIO_DIR = resolve(config.ARCHIVIO_DIR ?? `${datiDir}/archivio`);
  const risultati = `${datiDir}/risultati`;
  for (const folder of [ARCHIVIO_DIR, risultati]) await mkdir(folder, { recursive: true });
  return { config: { ...config, DATABASE_URL: url, SEGRETO, ARCHIVIO_DIR }, risultati, fermaSubito };
}

async function incorporato(datiDir: string, log: Logger, chiusura: Chiusura): Promise<{ url: string; fermaSubito(): void }> {
  chiusura.poi('cartella dei dati', await patiently(() => occupaCartella(datiDir), (error) => error instanceof CartellaOccupata, PORTALE_CHE_CHIUDE_MS));
  const postgres = await avviaPostgres({ datiDir, log });
  chiusura.poi('PostgreSQL', () => postgres.ferma());
  return { url: postgres.url, fermaSubito: () => postgres.fermaSubito() };
}

/** A database of one's own may start at the same moment as the portal. */
async function dato(url: string, log: Logger): Promise<{ url: string; fermaSubito(): void }> {
  let told = false;
  await patiently(() => reach(url), (error) => {
    if (!told) log.warn({ motivo: (error as Error).message }, 'database non ancora raggiungibile');
    told = true;
    return true;
  }, DATABASE_CHE_PARTE_MS);
  return { url, fermaSubito: () => undefined };
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
const PORTALE_CHE_CHIUDE_MS = 6000;
const DATABASE_CHE_PARTE_MS = 60_000;

/** Tries again while `passeggero` says that the error may pass, for `entro` ms at most. */
export async function patiently<T>(attempt: () => Promise<T>, passeggero: (error: unknown) => boolean, entro: number): Promise<T> {
  const limit = Date.now() + entro;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!passeggero(error) || Date.now() > limit) throw error;
      await delay(250);
    }
  }
}
