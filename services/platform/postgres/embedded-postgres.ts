import { readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { avviaCluster, fermaCluster, urlCluster, type ClusterAvviato, type OpzioniAvvio } from './start-cluster.ts';
import { inizializzaCluster } from './init-cluster.ts';
import { comandoDi, segnala, vivo } from './postmaster.ts';
import { segretoLocale } from './secrets.ts';

const DATABASE = 'strato';
const MAJOR = '18';
const MAX_LOG_BYTES = 5_000_000;

export interface PostgresIncorporato {
  url: string;
  ferma(): Promise<void>;
  /** The last resort of a process that is going away at once. */
  fermaSubito(): void;
}

/**
 * The PostgreSQL of `make run`, in `DATI_DIR/postgres`: made when it is not there, rid of the server a
 * killed portal left behind, started again when it ends by itself. One portal per DATI_DIR (lucchetto.ts).
 */
export async function avviaPostgres({ datiDir, log }: { datiDir: string; log: Logger }): Promise<PostgresIncorporato> {
  const cartella = resolve(datiDir, 'postgres');
  const password = await segretoLocale(datiDir, 'postgres');
  await prepare(cartella, password, log);
  await replaceOrphan(cartella, log);
  const options = { cartella, password, logFile: resolve(datiDir, 'postgres.log'), impostazioni: SETTINGS };
  await shortenLog(options.logFile);
  const state = { server: await avviaCluster(options), stopping: false };
  await ensureDatabase(urlCluster(state.server.porta, password, 'postgres'));
  void supervise(state, options, log);
  return {
    url: urlCluster(state.server.porta, password, DATABASE),
    async ferma() {
      state.stopping = true;
      await fermaCluster(state.server.pid);
    },
    fermaSubito() {
      if (state.stopping) return;
      state.stopping = true;
      segnala(state.server.pid, 'SIGINT');
    },
  };
}

/** Address of the database of a portal that is running in `datiDir`; `null` when none is. */
export async function postgresInFunzione(datiDir: string): Promise<string | null> {
  const running = await postmaster(resolve(datiDir, 'postgres'));
  return running ? urlCluster(running.porta, await segretoLocale(datiDir, 'postgres'), DATABASE) : null;
}

// durability is PostgreSQL's default (fsync, synchronous_commit); checkpoints are no news
const SETTINGS = { log_checkpoints: 'off', max_connections: '120', timezone: 'UTC', log_timezone: 'UTC' };

async function prepare(cartella: string, password: string, log: Logger): Promise<void> {
  const version = await readFile(join(cartella, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    if (version.trim() === MAJOR) return;
    throw new Error(`${cartella} contiene dati di PostgreSQL ${version.trim()}; questo portale usa PostgreSQL ${MAJOR}`);
  }
  log.info('primo avvio: preparazione del database');
  // made aside and moved in place whole: a start that is killed here leaves nothing half made
  const draft = `${cartella}.nuovo`;
  await rm(draft, { recursive: true, force: true });
  await inizializzaCluster(draft, password);
  await rename(draft, cartella);
}

async function postmaster(cartella: string): Promise<{ pid: number; porta: number } | null> {
  const lines = (await readFile(join(cartella, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, porta] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !vivo(pid)) return null;
  // the number may have gone to another program since
  const command = comandoDi(pid);
  return command === '' || command.includes(cartella) ? { pid, porta } : null;
}

async function replaceOrphan(cartella: string, log: Logger): Promise<void> {
  const orphan = await postmaster(cartella);
  if (orphan) {
    log.warn({ pid: orphan.pid }, 'il portale precedente non si era chiuso bene: il suo database viene fermato e riavviato');
    await fermaCluster(orphan.pid);
    return;
  }
  const left = Number((await readFile(join(cartella, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  // PostgreSQL takes any living process with this number for its own and would refuse to start
  if (left && vivo(left)) await rm(join(cartella, 'postmaster.pid'), { force: true });
}

async function shortenLog(path: string): Promise<void> {
  const info = await stat(path).catch(() => null);
  if (info && info.size > MAX_LOG_BYTES) await truncate(path, 0);
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE} template template0`);
  } finally {
    await client.end();
  }
}

/** Starts the server again, on the same port, until it is asked to stop. */
async function supervise(state: { server: ClusterAvviato; stopping: boolean }, options: OpzioniAvvio, log: Logger): Promise<void> {
  for (;;) {
    await state.server.uscita;
    if (state.stopping) return;
    log.error('PostgreSQL si è fermato da solo: riavvio');
    while (!state.stopping) {
      try {
        state.server = await avviaCluster({ ...options, porta: state.server.porta });
        // asked to stop while it was starting
        if (state.stopping) await fermaCluster(state.server.pid);
        else log.info('PostgreSQL riavviato');
        break;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL non riparte');
        // sessions of the old server may hold its shared memory for a moment
        await delay(1000, undefined, { ref: false });
      }
    }
  }
}
