import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as http } from 'node:http';
import { request as https, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { environmentOf, MAKE_SECRETS, readCompose } from './compose.ts';
import { startEventStoreServer } from './eventstoredb-server.ts';
import { testDatabase } from './postgres.ts';
import { freePort, programEnvironment, startProgram, type Program } from './program.ts';
import { startRedis } from './queue/redis.ts';

const ROOT = join(import.meta.dirname, '..');

export const installedCaddy = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'caddy')));

export interface Deployment {
  /** The three parts of the portal, by service. */
  roles: ReadonlyMap<string, Program>;
  /** Addresses of the proxy. */
  secure: string;
  clear: string;
  dataDir: string;
  backupDir: string;
  /** Folder of the secrets, as deploy/make-secrets.sh left it. */
  secrets: string;
  /** Returns the environment that Compose gives a service, with the addresses of this machine. */
  environment(service: string): Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts what docker-compose.yml puts together, with its own values, as processes of this machine: three parts of the portal, PostgreSQL
 * with its two roles, Redis, an EventStoreDB by its wire protocol, and the proxy where caddy is installed. Only addresses, folders and
 * ports differ. `redis`: path of redis-server.
 */
export async function startDeployment(redis: string): Promise<Deployment> {
  const shut: (() => Promise<unknown>)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'strato-produzione-'));
  shut.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const database = await testDatabase();
  shut.push(() => database.close());
  const eventstore = await startEventStoreServer();
  shut.push(() => eventstore.shutdown());
  const queue = await startRedis(redis);
  shut.push(() => queue.stop());

  const secrets = join(folder, 'secrets');
  execFileSync(MAKE_SECRETS, { env: { ...process.env, SEGRETI_DIR: secrets } });
  const asPortal = new URL(database.url);
  asPortal.username = `portale_${process.pid}_${Date.now()}`;
  asPortal.password = 'soltanto-di-questa-prova';
  const addresses = {
    'database-url': asPortal.href,
    'database-url-proprietario': database.url,
    'redis-url': queue.url,
    'smtp-url': 'smtp://127.0.0.1:1',
  };
  for (const [name, value] of Object.entries(addresses)) {
    await rm(join(secrets, name));
    await writeFile(join(secrets, name), value, { mode: 0o400 });
  }

  const [httpsPort, httpPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const [secure, clear] = [`https://localhost:${httpsPort}`, `http://localhost:${httpPort}`];
  const { services } = readCompose();
  const [dataDir, backupDir] = [join(folder, 'dati'), join(folder, 'salvataggi')];
  // the folder of backups must exist: in containers it is a volume
  await mkdir(backupDir);
  const here = { HOST: '127.0.0.1', DATI_DIR: dataDir, ARCHIVIO_DIR: join(folder, 'archivio'), BACKUP_DIR: backupDir };
  const chosen = { PORTALE_URL: secure, EVENTSTORE_URL: eventstore.url, PROXY_FIDATI: '127.0.0.1' };
  const environment = (service: string): Record<string, string> => {
    const { PORT: _, ...given } = environmentOf(services[service]!, { chosen, secrets });
    const own = Object.entries(here).filter(([name]) => name in given);
    return { ...given, ...Object.fromEntries(own) };
  };

  const [program = '', ...args] = services['preparazione']!.entrypoint!;
  execFileSync(program === 'node' ? process.execPath : program, args, {
    cwd: ROOT,
    env: { ...programEnvironment(), ...environment('preparazione') },
  });
  const roles = new Map<string, Program>();
  // in the order of the compose file: the API waits for the projections
  for (const role of ['projections', 'workers', 'api']) {
    const started = await startProgram(environment(role), services[role]!.command);
    roles.set(role, started);
    shut.push(async () => {
      started.process.kill('SIGTERM');
      await started.exit;
    });
    await started.ready();
  }
  if (installedCaddy) {
    const proxy = spawn('caddy', ['run', '--config', join(ROOT, 'deploy/Caddyfile'), '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_DATA_HOME: folder,
        ...environment('proxy'),
        PORTALE: new URL(roles.get('api')!.base).host,
        PORTA_ADMIN: String(adminPort),
        PORTA_HTTP: String(httpPort),
        PORTA_HTTPS: String(httpsPort),
      },
    });
    const ended = once(proxy, 'exit');
    shut.push(async () => {
      proxy.kill('SIGTERM');
      await ended;
    });
  }
  return {
    roles,
    secure,
    clear,
    dataDir,
    backupDir,
    secrets,
    environment,
    async stop() {
      for (const close of shut.toReversed()) await close();
    },
  };
}

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Makes a request through the proxy without checking its certificate, since the proxy's certificate authority is not trusted here. */
export function askProxy(url: string, { method = 'GET', body, ...options }: RequestOptions & { body?: object } = {}): Promise<Answer> {
  const send = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const headers = body ? { 'content-type': 'application/json' } : {};
    const req = send(url, { method, rejectUnauthorized: false, headers, ...options }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
    });
    req.on('error', reject);
    req.end(body ? JSON.stringify(body) : undefined);
  });
}
