import { readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startCluster, stopCluster, urlCluster, type StartedCluster, type StartOptions } from './start-cluster.ts';
import { initCluster } from './init-cluster.ts';
import { commandOf, live, signal, isTaken } from './postmaster.ts';
import { asOwner, ensureRole, signingIn } from './roles.ts';
import { localSecret } from './secrets.ts';

const DATABASE = 'strato';
/** Name of the portal's role. The server's first role owns everything. */
const ROLE = 'strato_portale';
const MAJOR = '18';
const MAX_LOG_BYTES = 5_000_000;

export interface EmbeddedPostgres {
  /** Address for the portal's role, which owns neither the event log nor the access trail. */
  url: string;
  /** Address for the role that owns everything. */
  ownerUrl: string;
  stop(): Promise<void>;
  /** Signals the server to stop and does not wait; for a process that exits at once. */
  stopNow(): void;
}

/**
 * Starts the PostgreSQL server of `make run`, in `DATI_DIR/postgres`. Creates the cluster if it is missing, stops a server that a killed
 * portal left, and restarts the server if it ends by itself. Only one portal may run per DATI_DIR (`folder-lock.ts`).
 */
export async function startPostgres({ dataDir, log }: { dataDir: string; log: Logger }): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir, 'postgres');
  const password = await localSecret(dataDir, 'postgres');
  await prepare(folder, password, log);
  await replaceOrphan(folder, log);
  await removeSockets(folder);
  const options = {
    folder,
    password,
    logFile: resolve(dataDir, 'postgres.log'),
    settings: { ...SETTINGS, unix_socket_directories: socketFolder(folder) ?? '' },
  };
  await shortenLog(options.logFile);
  const state = { server: await startCluster(options), stopping: false };
  const url = await urlOfPortal(dataDir, state.server.port, socketFolder(folder));
  await ensureDatabase(urlCluster(state.server.port, password, 'postgres'), url);
  void supervise(state, options, log);
  return {
    url,
    ownerUrl: urlCluster(state.server.port, password, DATABASE, { socket: socketFolder(folder) }),
    async stop() {
      state.stopping = true;
      await stopCluster(state.server.pid);
    },
    stopNow() {
      if (state.stopping) return;
      state.stopping = true;
      signal(state.server.pid, 'SIGINT');
    },
  };
}

/** Returns the database address of a portal running in `dataDir`, for the portal's role or the owner; `null` if none runs. */
export async function runningPostgres(dataDir: string, as: 'portal' | 'owner' = 'portal'): Promise<string | null> {
  const running = await postmaster(resolve(dataDir, 'postgres'));
  if (!running) return null;
  const { port, socket } = running;
  return as === 'portal'
    ? urlOfPortal(dataDir, port, socket)
    : urlCluster(port, await localSecret(dataDir, 'postgres'), DATABASE, { socket });
}

const urlOfPortal = async (dataDir: string, port: number, socket: string | null): Promise<string> =>
  urlCluster(port, await localSecret(dataDir, 'postgres-portale'), DATABASE, { socket, user: ROLE });

const MB = 2 ** 20;
/** Size of `shared_buffers`: an eighth of the memory, at least PostgreSQL's default, at most as much as a firm's data use. */
const CACHE_MB = Math.min(1024, Math.max(128, Math.floor(totalmem() / 8 / MB)));

// fsync and synchronous_commit keep PostgreSQL's defaults; messages about checkpoints would fill the log. WAL files are deleted instead of
// recycled, since a recycled file keeps data of people who have been forgotten.
const SETTINGS = {
  shared_buffers: `${CACHE_MB}MB`,
  log_checkpoints: 'off',
  max_connections: '120',
  timezone: 'UTC',
  log_timezone: 'UTC',
  wal_recycle: 'off',
};

async function prepare(folder: string, password: string, log: Logger): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    if (version.trim() === MAJOR) return;
    throw new Error(`${folder} holds data of PostgreSQL ${version.trim()}; this portal uses PostgreSQL ${MAJOR}`);
  }
  log.debug('first start: making the database');
  // created in a draft folder and renamed, so that a start killed here leaves no incomplete cluster
  const draft = `${folder}.nuovo`;
  await rm(draft, { recursive: true, force: true });
  await initCluster(draft, password);
  await rename(draft, folder);
}

async function postmaster(folder: string): Promise<{ pid: number; port: number; socket: string | null } | null> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port, socket] = [Number(lines[0]), Number(lines[3]), lines[4] || null];
  if (!pid || !live(pid)) return null;
  // the pid may have been reused by another program
  const command = commandOf(pid);
  return command === '' || command.includes(folder) ? { pid, port, socket } : null;
}

async function replaceOrphan(folder: string, log: Logger): Promise<void> {
  const orphan = await postmaster(folder);
  if (orphan) {
    log.warn({ pid: orphan.pid }, 'the portal before this one did not end well: its database is stopped and started again');
    await stopCluster(orphan.pid);
    return;
  }
  const left = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  // PostgreSQL refuses to start if any process has the pid in postmaster.pid, even a zombie
  if (left && isTaken(left)) await rm(join(folder, 'postmaster.pid'), { force: true });
}

/** Maximum length in characters of the socket's folder: the system's limit for socket paths, less the socket's name. */
const LONGEST = 80;

/** Returns the folder of the server's socket, the private data folder; `null` if a socket path cannot express the folder. */
const socketFolder = (folder: string): string | null =>
  process.platform !== 'win32' && folder.length <= LONGEST && /^[\w./-]+$/.test(folder) ? folder : null;

/** Removes the sockets of a killed server, since each start has another port. */
async function removeSockets(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

async function shortenLog(path: string): Promise<void> {
  const info = await stat(path).catch(() => null);
  if (info && info.size > MAX_LOG_BYTES) await truncate(path, 0);
}

/** Creates the database and the portal's role if they are missing. */
async function ensureDatabase(url: string, portalUrl: string): Promise<void> {
  await asOwner(url, async (owner) => {
    await ensureRole(owner, signingIn(portalUrl));
    const { rowCount } = await owner.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await owner.query(`create database ${DATABASE} template template0`);
  });
}

/** Restarts the server on the same port whenever it ends, until `state.stopping` is set. */
async function supervise(state: { server: StartedCluster; stopping: boolean }, options: StartOptions, log: Logger): Promise<void> {
  for (;;) {
    await state.server.exit;
    if (state.stopping) return;
    log.error('PostgreSQL stopped by itself: starting it again');
    while (!state.stopping) {
      try {
        state.server = await startCluster({ ...options, port: state.server.port });
        // `stop` was called while the server was starting
        if (state.stopping) await stopCluster(state.server.pid);
        else log.info('PostgreSQL started again');
        break;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL does not start again');
        // sessions of the old server may hold its shared memory for a moment
        await delay(1000, undefined, { ref: false });
      }
    }
  }
}
