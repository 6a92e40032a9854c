import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { binariPostgres } from './binari.ts';
import { esecutorePostgres } from './utente-di-sistema.ts';

const UTENTE = 'strato';

export interface Cluster {
  /** Data directory, absolute. */
  cartella: string;
  password: string;
}

export interface ClusterAvviato {
  pid: number;
  porta: number;
  /** Address of a database of this cluster. */
  url(database: string): string;
}

export interface OpzioniAvvio extends Cluster {
  /** Where the server writes its messages. */
  logFile: string;
  /** `-c` settings on top of the ones every cluster has. */
  impostazioni?: Record<string, string>;
}

export function urlCluster(porta: number, password: string, database: string): string {
  return `postgres://${UTENTE}:${encodeURIComponent(password)}@127.0.0.1:${porta}/${database}`;
}

/** A port nobody listens on now, on loopback. */
export function portaLibera(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('nessuna porta libera'))));
    });
  });
}

/** Makes the data directory (which must not exist, or be empty). */
export async function inizializzaCluster({ cartella, password }: Cluster): Promise<void> {
  const { initdb } = await binariPostgres();
  const esecutore = await esecutorePostgres([dirname(cartella), initdb]);
  const temp = await mkdtemp(join(tmpdir(), 'strato-initdb-'));
  const pwfile = join(temp, 'password');
  try {
    await writeFile(pwfile, `${password}\n`, { mode: 0o600 });
    await mkdir(cartella, { recursive: true, mode: 0o700 });
    if (esecutore.proprietario) {
      for (const path of [temp, pwfile, cartella]) await chown(path, esecutore.proprietario.uid, esecutore.proprietario.gid);
    }
    const { programma, argomenti, ids } = esecutore.comando(initdb, [
      `--pgdata=${cartella}`,
      `--username=${UTENTE}`,
      `--pwfile=${pwfile}`,
      '--auth=scram-sha-256',
      // whatever LANG says, or says not: text is UTF-8 and sorts by code point unless a query asks for Italian
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    await runToEnd(programma, argomenti, ids);
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function runToEnd(programma: string, argomenti: string[], ids: { uid?: number; gid?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(programma, argomenti, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...ids });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`initdb: ${output.trim()}`))));
  });
}

/** Starts the server and returns when it answers. */
export async function avviaCluster({ cartella, password, logFile, impostazioni = {} }: OpzioniAvvio): Promise<ClusterAvviato> {
  const { postgres } = await binariPostgres();
  const esecutore = await esecutorePostgres([cartella, postgres]);
  const porta = await portaLibera();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...impostazioni };
  const { programma, argomenti, ids } = esecutore.comando(postgres, [
    '-D',
    cartella,
    '-p',
    String(porta),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = await open(logFile, 'a');
  // detached: Ctrl+C reaches the whole process group, and the database must outlive the portal's last query
  const child = spawn(programma, argomenti, { stdio: ['ignore', log.fd, log.fd], cwd: '/', detached: true, ...ids });
  const outcome: { ended: string | null } = { ended: null };
  child.once('error', (error) => (outcome.ended = error.message));
  child.once('exit', (code, signal) => (outcome.ended = `uscita ${code ?? signal}`));
  child.unref();
  try {
    await answering(urlCluster(porta, password, 'postgres'), () => outcome.ended);
  } catch (error) {
    if (child.pid !== undefined && outcome.ended === null) child.kill('SIGQUIT');
    const tail = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-8).join('\n');
    throw new Error(`PostgreSQL non si è avviato: ${(error as Error).message}\n${tail}`, { cause: error });
  } finally {
    await log.close();
  }
  return { pid: child.pid as number, porta, url: (database) => urlCluster(porta, password, database) };
}

const MAX_START_MS = 60_000;

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

/** True while the process exists. */
export function vivo(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Fast shutdown: sessions are ended, everything is on disk. Past `entro` ms an immediate one (the next start recovers from the log). */
export async function fermaCluster(pid: number, entro = 20_000): Promise<void> {
  if (!signal(pid, 'SIGINT')) return;
  const limit = Date.now() + entro;
  while (vivo(pid)) {
    if (Date.now() > limit) {
      signal(pid, 'SIGQUIT');
      return;
    }
    await delay(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
