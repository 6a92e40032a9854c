import { createHash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Config } from '#services/platform/start/config.ts';
import { storeEventStoreDB } from '#services/platform/event-store/eventstoredb.ts';
import { call } from './calls.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';

/** Returns the environment variables that a program started by a spec inherits: PATH, HOME and Node's compile cache. */
export const programEnvironment = (): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
});

const MAIN = join(import.meta.dirname, '..', 'services', 'main.ts');

export interface Program {
  process: ChildProcess;
  base: string;
  /** Returns the program's output so far. */
  written(): string;
  /** Waits until the program reports that it is ready; throws with its output if it ends before. */
  ready(): Promise<void>;
  /** Resolves to the exit code, or to the signal that ended the program. */
  exit: Promise<number | NodeJS.Signals | null>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Password that `enterFirst` chooses. */
export const OWN_PASSWORD = 'la frase di chi prova';

/** Digest of the password that `enterFirst` chooses. */
export const OWN_DIGEST = createHash('md5').update(OWN_PASSWORD).digest('hex');

/** Returns the password that a portal wrote for its first administrator; empty if there is none. */
export async function firstPassword(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, 'segreti', 'primo-accesso'), 'utf8').catch(() => '');
  return /^password (\S+)$/m.exec(text)?.[1] ?? '';
}

/** Signs in as the first administrator and returns the token. The first call replaces the given password by `OWN_PASSWORD`. */
export async function enterFirst(base: string, dataDir: string): Promise<string> {
  const login = (password: string) => call(`${base}/api/login`, 'POST', { body: { username: 'admin', password: md5(password) } });
  const given = await firstPassword(dataDir);
  if (given !== '') {
    const { body, text } = await login(given);
    if (!body?.utente) throw new Error(`no session: ${text}`);
    const user = { memberID: 'admin', passMD5: md5(OWN_PASSWORD), passMD5Attuale: md5(given) };
    await call(`${base}/api/users`, 'PUT', { token: body.utente.token as string, body: { user } });
  }
  const { status, body, text } = await login(OWN_PASSWORD);
  if (status !== 200) throw new Error(`no session: ${text}`);
  return body.utente.token as string;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/**
 * Returns the log variables of a program. With EVENTSTORE_URL, in its environment or in that of the tests, each data folder has its own
 * stream prefix in that EventStoreDB.
 */
function logOf({ DATI_DIR = '', NODE_ENV, EVENTSTORE_URL }: Record<string, string>): Record<string, string> {
  const url = EVENTSTORE_URL ?? process.env['EVENTSTORE_URL'];
  return url === undefined || NODE_ENV === 'production'
    ? {}
    : { EVENTSTORE_URL: url, EVENTSTORE_PREFISSO: `prova-${createHash('sha256').update(DATI_DIR).digest('hex').slice(0, 16)}-` };
}

/** Returns the environment variables with which a program uses the log of a portal. */
export const logVariables = ({ EVENTSTORE_URL, EVENTSTORE_PREFISSO }: Config): Record<string, string> =>
  EVENTSTORE_URL === undefined ? {} : { EVENTSTORE_URL, EVENTSTORE_PREFISSO };

/** Returns the event store to which a program with this environment writes. */
export function programStore(env: Record<string, string>, pool: Pool): EventStore {
  const { EVENTSTORE_URL: url, EVENTSTORE_PREFISSO: prefix } = logOf(env);
  return url === undefined ? storePostgres(pool) : storeEventStoreDB(url, { prefix });
}

/** Starts the portal as a separate process, as in production. The caller must end the process. */
export async function startProgram(
  env: Record<string, string>,
  programArgs: readonly string[] = [],
  prefix: readonly string[] = [],
): Promise<Program> {
  const port = env['PORT'] ?? String(await freePort());
  const [command = '', ...args] = [...prefix, process.execPath, MAIN, ...programArgs];
  const processo = spawn(command, args, {
    env: { ...programEnvironment(), DEMO: '0', ...logOf(env), ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let ended = false;
  for (const stream of [processo.stdout, processo.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = once(processo, 'exit').then(([code, signal]) => {
    ended = true;
    return (signal ?? code) as number | NodeJS.Signals | null;
  });
  const base = `http://127.0.0.1:${port}`;
  return {
    process: processo,
    base,
    written: () => output,
    exit: exitCode,
    async ready() {
      while (
        !(await fetch(`${base}/api/salute`).then(
          (answer) => answer.ok,
          () => false,
        ))
      ) {
        if (ended) throw new Error(`the portal ended:\n${output}`);
        await delay(50);
      }
    },
  };
}
