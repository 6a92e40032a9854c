import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { binariPostgres } from './binaries.ts';
import { finito, segnala } from './postmaster.ts';
import { esecutorePostgres } from './system-user.ts';

export const UTENTE_CLUSTER = 'strato';

export interface OpzioniAvvio {
  /** Data directory, absolute. */
  cartella: string;
  password: string;
  /** Where the server writes its messages. */
  logFile: string;
  /** Omitted: a free one. */
  porta?: number;
  /** `-c` settings on top of the ones every cluster has. */
  impostazioni?: Record<string, string>;
}

export interface ClusterAvviato {
  pid: number;
  porta: number;
  /** Resolves when the server process ends, for whatever reason. */
  uscita: Promise<void>;
}

export function urlCluster(porta: number, password: string, database: string): string {
  return `postgres://${UTENTE_CLUSTER}:${encodeURIComponent(password)}@127.0.0.1:${porta}/${database}`;
}

/** Starts the server, on loopback only, and returns when it answers. */
export async function avviaCluster(opzioni: OpzioniAvvio): Promise<ClusterAvviato> {
  const porta = opzioni.porta ?? (await portaLibera());
  const child = await spawnPostgres(opzioni, porta);
  let ended: string | null = null;
  const uscita = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      ended = reason;
      resolve();
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(`uscita con ${code ?? signal}`));
  });
  try {
    await answering(urlCluster(porta, opzioni.password, 'postgres'), () => ended);
  } catch (error) {
    if (child.pid !== undefined) segnala(child.pid, 'SIGQUIT');
    const tail = (await readFile(opzioni.logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-8).join('\n');
    throw new Error(`PostgreSQL non si è avviato: ${(error as Error).message}\n${tail}`, { cause: error });
  }
  return { pid: child.pid as number, porta, uscita };
}

/** Fast shutdown: sessions are ended, everything is on disk. Past `entro` ms an immediate one: the next start recovers from the log. */
export async function fermaCluster(pid: number, entro = 20_000): Promise<void> {
  if (!segnala(pid, 'SIGINT') || (await finito(pid, entro))) return;
  segnala(pid, 'SIGQUIT');
  await finito(pid, 5000);
}

async function spawnPostgres({ cartella, logFile, impostazioni }: OpzioniAvvio, porta: number): Promise<ChildProcess> {
  const { postgres } = await binariPostgres();
  const esecutore = await esecutorePostgres([cartella, postgres]);
  const settings = { port: String(porta), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...impostazioni };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { programma, argomenti, ids } = esecutore.comando(postgres, ['-D', cartella, ...flags]);
  const log = await open(logFile, 'a', 0o600);
  try {
    // detached: Ctrl+C reaches the whole process group, and the database must outlive the portal's last query
    const child = spawn(programma, argomenti, { stdio: ['ignore', log.fd, log.fd], cwd: '/', detached: true, ...ids });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

function portaLibera(): Promise<number> {
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
      // refused, or "the database system is starting up" while it recovers
      if (Date.now() > limit) throw error;
      await delay(15);
    }
  }
}
