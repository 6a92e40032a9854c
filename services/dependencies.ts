import type { Logger } from 'pino';
import { systemClock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { apriDatabase, type LettureDatabase } from '#projections/database.ts';
import { codaBullmq } from '#workers/engine/bullmq.ts';
import { archivioSuDisco } from './platform/files/disk-archive.ts';
import { creaDispatch } from './registers/command-handling.ts';
import { storeEventStoreDB } from './platform/event-store/eventstoredb.ts';
import { storePostgres } from './platform/event-store/postgres.ts';
import { attesaProiezioni } from './platform/http/projection-wait.ts';
import { migra } from './platform/postgres/migrations/index.ts';
import type { Dipendenze } from './platform/module.ts';
import { numeriPostgres } from './platform/postgres/numbers.ts';
import { conRegole } from './rules.ts';
import type { ScrittureDatabase } from './platform/postgres/write-tables.ts';
import type { Ambiente } from './platform/start/environment.ts';
import type { Chiusura } from './platform/start/shutdown.ts';

type Config = Ambiente['config'];

// a command may hold a session of the write side while it appends: the log has sessions of its own
const SESSIONI = { letture: 10, scritture: 10, eventi: 8 };
const MB = 1024 * 1024;

/** The event log of this configuration. */
export function apriStore({ EVENTSTORE_URL, DATABASE_URL }: Pick<Config, 'EVENTSTORE_URL' | 'DATABASE_URL'>, chiusura: Chiusura): EventStore {
  if (EVENTSTORE_URL) {
    const store = storeEventStoreDB(EVENTSTORE_URL);
    chiusura.poi('EventStoreDB', () => store.close());
    return store;
  }
  const { pool } = apriDatabase({ url: DATABASE_URL, max: SESSIONI.eventi, schema: 'public' });
  const store = storePostgres(pool);
  chiusura.poi('registro degli eventi', async () => {
    await store.close();
    if (!pool.ended) await pool.end();
  });
  return store;
}

/** Migrates the write side and makes everything the modules are given. */
export async function creaDipendenze(config: Config, log: Logger, chiusura: Chiusura): Promise<Dipendenze> {
  const url = config.DATABASE_URL;
  const { db: scritture } = apriDatabase<ScrittureDatabase>({ url, max: SESSIONI.scritture, schema: 'public' });
  chiusura.poi('scritture', () => scritture.destroy());
  const applied = await migra(scritture);
  if (applied.length > 0) log.info({ migrazioni: applied }, 'tabelle aggiornate');
  const { db: letture } = apriDatabase<LettureDatabase>({ url, max: SESSIONI.letture });
  chiusura.poi('letture', () => letture.destroy());
  const store = apriStore(config, chiusura);
  const attesa = await attesaProiezioni({ url });
  chiusura.poi('attesa delle proiezioni', () => attesa.chiudi());
  const jobs = await codaBullmq({ scritture, log, ...indirizziCoda(config) });
  chiusura.poi('coda', () => jobs.close());
  const files = archivioSuDisco({ cartella: config.ARCHIVIO_DIR, maxByte: config.MAX_UPLOAD_MB * MB });
  const parts = { config, log, clock: systemClock, store, numeri: numeriPostgres(scritture), letture, scritture, files, jobs, attesa };
  return { ...parts, dispatch: conRegole(parts, creaDispatch(parts)) };
}

/** Where the queue lives: Redis when there is one, PostgreSQL otherwise. */
export function indirizziCoda({ REDIS_URL, DATABASE_URL }: Pick<Config, 'REDIS_URL' | 'DATABASE_URL'>): { redisUrl: string } | { postgresUrl: string } {
  return REDIS_URL ? { redisUrl: REDIS_URL } : { postgresUrl: DATABASE_URL };
}
