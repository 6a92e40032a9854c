import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runningPostgres } from '#services/platform/postgres/embedded-postgres.ts';
import { signIn } from './session.ts';

export interface Running {
  base: string;
  pid: number;
  /** Milliseconds from the start of the process to the first healthy response. */
  startMs: number;
  /** Resolves when the read tables have processed the whole log. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Starts the portal as a separate process, as in production. */
export async function startPortal(folder: string): Promise<Running> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'services', 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DEMO: '0',
      LOG_LEVEL: 'warn',
      DATI_DIR: folder,
      PORT: String(port),
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  const caughtUp = async (): Promise<boolean> => {
    const state = await fetch(`${base}/api/salute`).then(
      (answer) => answer.json() as Promise<{ stato?: string; proiezioni?: { ritardo: number }[] }>,
      () => null,
    );
    return state?.stato === 'ok' && (state.proiezioni ?? []).every(({ ritardo }) => ritardo === 0);
  };
  const ready = async (every = 250): Promise<void> => {
    while (!(await caughtUp())) {
      if (child.exitCode !== null) throw new Error('the portal ended');
      await delay(every);
    }
  };
  await ready(10);
  return { base, pid: child.pid!, startMs: performance.now() - begun, ready, stop: () => stop(child) };
}

/** Starts the baseline server. `copy`: address of the database that receives the writes. */
export async function startBare(url: string, copy?: string): Promise<Omit<Running, 'startMs'>> {
  const databases = copy === undefined ? [url] : [url, copy];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), ...databases], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout!, 'data')) as [Buffer];
  return { base: address.toString().trim(), pid: child.pid!, ready: () => Promise.resolve(), stop: () => stop(child) };
}

export interface LoadedPortal {
  portal: Running;
  database: string;
  /** Token of an administrator's session. */
  token: string;
}

/** Runs `work` with the portal of a folder, which is stopped afterwards. */
export async function withPortal<T>(folder: string, work: (loaded: LoadedPortal) => Promise<T>): Promise<T> {
  const portal = await startPortal(folder);
  try {
    const database = await runningPostgres(folder, 'owner');
    if (database === null) throw new Error('the portal runs without its database');
    const token = await signIn(folder, database);
    await portal.ready();
    return await work({ portal, database, token });
  } finally {
    await portal.stop();
  }
}
