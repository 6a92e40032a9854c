import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from './binaries.ts';
import { waitForExit, signal } from './postmaster.ts';
import { postgresExecutor } from './system-user.ts';

export const CLUSTER_OWNER = 'strato';

export interface StartOptions {
  /** Data directory, an absolute path. */
  folder: string;
  password: string;
  /** File for the server's messages. */
  logFile: string;
  /** Port on loopback; a free one by default. */
  port?: number;
  /** `-c` settings, which override those of every cluster. */
  settings?: Record<string, string>;
}

export interface StartedCluster {
  pid: number;
  port: number;
  /** Resolves when the server process ends for any reason. */
  exit: Promise<void>;
}

/**
 * Returns the address of a cluster's database. `socket` is the folder of the server's local socket, which is faster than loopback. `user`
 * is the owner of everything by default.
 */
export function urlCluster(
  port: number,
  password: string,
  database: string,
  { socket = null, user = CLUSTER_OWNER }: { socket?: string | null; user?: string } = {},
): string {
  const address = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  return socket === null ? address : `${address}?host=${encodeURIComponent(socket)}`;
}

/** Starts the server on loopback only, and resolves when it accepts connections. */
export async function startCluster(options: StartOptions): Promise<StartedCluster> {
  const port = options.port ?? (await freePort());
  const child = await spawnPostgres(options, port);
  let endReason: string | null = null;
  const output = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      endReason = reason;
      resolve();
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(`uscita con ${code ?? signal}`));
  });
  try {
    await answering(urlCluster(port, options.password, 'postgres'), () => endReason);
  } catch (error) {
    if (child.pid !== undefined) signal(child.pid, 'SIGQUIT');
    const tail = (await readFile(options.logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-8).join('\n');
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${tail}`, { cause: error });
  }
  return { pid: child.pid as number, port, exit: output };
}

/**
 * Stops the server with a fast shutdown, which ends sessions and flushes all data. After `timeoutMs` milliseconds it is stopped at once,
 * and the next start recovers from the WAL.
 */
export async function stopCluster(pid: number, timeoutMs = 20_000): Promise<void> {
  if (!signal(pid, 'SIGINT') || (await waitForExit(pid, timeoutMs))) return;
  signal(pid, 'SIGQUIT');
  await waitForExit(pid, 5000);
}

async function spawnPostgres({ folder, logFile, settings: extraSettings }: StartOptions, port: number): Promise<ChildProcess> {
  const { postgres } = await postgresBinaries();
  const executor = await postgresExecutor([folder, postgres]);
  const settings = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...extraSettings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { program, args, ids } = executor.command(postgres, ['-D', folder, ...flags]);
  const log = await open(logFile, 'a', 0o600);
  try {
    // detached, since Ctrl+C reaches the whole process group and the database must outlive the portal's last query
    const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd], cwd: '/', detached: true, ...ids });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('nessuna porta libera'))));
    });
  });
}

const MAX_START_MS = 120_000;

async function answering(url: string, ended: () => string | null): Promise<void> {
  const limit = Date.now() + MAX_START_MS;
  for (;;) {
    const reason = ended();
    if (reason !== null) throw new Error(reason);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      // the connection is refused, or the database is still starting or recovering
      if (Date.now() > limit) throw error;
      await delay(15);
    }
  }
}
