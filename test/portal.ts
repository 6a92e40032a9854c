import { registerEventOf } from '#contracts/core/facts.ts';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import pino from 'pino';
import { GRUPPO_AMMINISTRATORI, type Identity, type Permissions } from '#contracts/core/permissions.ts';
import type { Command, Sender } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { createCredentials } from '#services/platform/identity/credentials.ts';
import { openSession } from '#services/platform/identity/sessions.ts';
import { createApp } from '#services/platform/http/app.ts';
import { SERVER_OPTIONS, type AnonymousLimits } from '#services/platform/http/anonymous-limits.ts';
import { CALL_LIMITS, type CallLimits } from '#services/platform/http/calls-under-way.ts';
import { execute } from '#services/registers/command-handling.ts';
import { readConfig, type Config } from '#services/platform/start/config.ts';
import { storeEventStoreDB } from '#services/platform/event-store/eventstoredb.ts';
import { correlationMixin } from '#services/platform/start/correlation.ts';
import { createDependencies, type Overrides } from '#services/dependencies.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { createShutdown, type Shutdown } from '#services/platform/start/shutdown.ts';
import { startReading } from '#services/portal.ts';
import { assemble } from '#services/modules.ts';
import { call, type Method, type CallOptions } from './calls.ts';
import { TEMPLATE, testDatabase, type TestDatabase } from './postgres.ts';

export interface PortaleOptions {
  /** Job queue, instead of one that only records requests. */
  jobs?: Overrides['jobs'];
  env?: Record<string, string>;
  /** Database to use, instead of a new one on the test server. */
  database?: TestDatabase;
  limits?: AnonymousLimits;
  /** Clock of the portal, instead of the machine's. */
  now?: () => Date;
  /** Limits of a person's calls; by default the portal's own, but with the patience of a slow machine. */
  calls?: CallLimits;
  /** The built web app (`webService`); none if absent. */
  web?: RequestHandler;
  /** Called with every line of the log. */
  log?: (row: string) => void;
}

/** A signed-in person. */
export interface Person {
  memberID: string;
  groupID: number;
  token: string;
}

export type TestPortal = Awaited<ReturnType<typeof startTestPortal>>;

export const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };

export function testSender(identity: Identity = SYSTEM, other: Partial<Sender> = {}): Sender {
  return { identity, commandId: randomUUID(), correlationId: randomUUID(), origine: identity === SYSTEM ? 'sistema' : 'api', ...other };
}

/**
 * Returns the event store of a test portal. With EVENTSTORE_URL, the store is that EventStoreDB, with streams prefixed by the database's
 * name, so that a restarted portal finds its log. Otherwise, or if the spec sets its own log, the portal chooses the store.
 */
function testStore(shutdown: Shutdown, env: Record<string, string>, database: string): { store?: EventStore; where: Partial<Config> } {
  const url = process.env['EVENTSTORE_URL'];
  if (url === undefined || env['EVENTSTORE_URL'] !== undefined) return { where: {} };
  const prefix = `${new URL(database).pathname.slice(1)}-`;
  const store = storeEventStoreDB(url, { prefix });
  shutdown.add('EventStoreDB', () => store.close());
  // these variables let separate processes use the same log
  return { store, where: { EVENTSTORE_URL: url, EVENTSTORE_PREFISSO: prefix } };
}

const MB = 1024 * 1024;
export const SETTINGS = { NODE_ENV: 'test', SEGRETO: 'segreto-di-prova-lungo-almeno-32-byte', MAX_UPLOAD_MB: String(5_000_000 / MB) };

/** Starts a portal in this process, with its own PostgreSQL database and a free port; its `person` function creates signed-in people. */
export async function startTestPortal({
  jobs,
  env = {},
  database: given,
  limits,
  calls = { ...CALL_LIMITS, patienceMs: 60_000 },
  web,
  log: told,
  now = () => new Date(),
}: PortaleOptions = {}) {
  const [database, folder] = await Promise.all([given ?? testDatabase(undefined, TEMPLATE), mkdtemp(join(tmpdir(), 'strato-'))]);
  const { url } = database;
  const log = pino({ level: told ? 'trace' : 'silent', mixin: correlationMixin }, { write: (row: string) => told?.(row) });
  const shutdown = createShutdown(pino({ level: 'silent' }));
  const read = readConfig({ ...SETTINGS, DATI_DIR: folder, ...env });
  const { store, where } = testStore(shutdown, env, url);
  const config = { ...read, ...where, DATABASE_URL: url, SEGRETO: read.SEGRETO ?? '', ARCHIVIO_DIR: join(folder, 'archivio') };
  const { deps, modules } = assemble(
    await createDependencies(config, log, shutdown, {
      clock: { now },
      jobs: jobs ?? (async () => notingQueue()),
      ...(store ? { store } : {}),
    }),
  );
  const runner = await startReading(deps, url, shutdown);
  const server = createServer(SERVER_OPTIONS);
  server.on('request', createApp(deps, modules, { server, ...(web ? { web } : {}), ...(limits ? { limits } : {}), calls }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shutdown.add('door', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  shutdown.add('open answers', async () => void (await Promise.all(modules.map((module) => module.onStopping?.()))));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    deps,
    modules,
    base,
    database,
    jobs: () => modules.flatMap((module) => module.jobs ?? []),
    url,
    folder,
    runner,
    server,
    call: (method: Method, path: string, options: CallOptions & { as?: Person } = {}) =>
      call(base + path, method, { ...options, ...(options.as ? { token: options.as.token } : {}) }),
    person: (options?: NewPerson) => newPerson(deps, options),
    changePermissions: (groupID: number, permissions: Permissions) => writePermissions(deps, groupID, permissions),
    /** Runs a command as the system and waits until the read tables show it. */
    async command(command: Command, identity: Identity = SYSTEM) {
      const outcome = await deps.dispatch(command, testSender(identity, { origine: 'sistema' }));
      if (outcome.position !== null) await visible(deps, outcome.position);
      return outcome;
    },
    async stop(): Promise<void> {
      await shutdown.closeAll();
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

export interface NewPerson {
  memberID?: string;
  permessi?: Permissions;
  /** Existing group of the person; if absent, a group is created for the permissions. */
  groupID?: number;
}

let counter = 0;

async function newPerson(deps: Dependencies, { memberID, permessi, groupID }: NewPerson = {}): Promise<Person> {
  counter += 1;
  const name = memberID ?? `persona${counter}`;
  const gruppo = groupID ?? 100 + counter;
  await writePermissions(deps, gruppo, permessi ?? {});
  const command = { register: 'users', action: 'create', key: name, values: { groupID: gruppo } } as const;
  const { position } = await deps.dispatch(command, testSender());
  await visible(deps, position ?? '');
  const hash = `prova-${counter}`;
  await createCredentials(deps.writeDb, name, hash);
  const token = await openSession(deps.writeDb, { memberID: name, groupID: gruppo, ricordami: false, hash, now: deps.clock.now() });
  if (token === null) throw new Error(`no session for ${name}`);
  return { memberID: name, groupID: gruppo, token };
}

/** Gives a group exactly these permissions; creates the group if it does not exist. */
async function writePermissions(deps: Dependencies, groupID: number, permissions: Permissions): Promise<void> {
  const rows = await Promise.all(
    Object.entries(permissions).map(async ([tableName, levels]) => ({
      permissionID: (await deps.numbers.reserve(groupsPermissions.path, randomUUID())).number,
      groupID,
      tableName,
      ...levels,
    })),
  );
  const { position } = await execute(deps, {
    stream: `${groups.path}-${groupID}`,
    sender: testSender(),
    decide: (state) => [
      ...(state.size === 0 ? [registerEventOf(groups, 'created', { groupID, name: `Gruppo ${groupID}` })] : []),
      ...[...state.values()]
        .filter((r) => r.table === groupsPermissions.path && r.exists)
        .map((r) => registerEventOf(groupsPermissions, 'deleted', { permissionID: Number(r.id) })),
      ...rows.map((data) => registerEventOf(groupsPermissions, 'created', data)),
    ],
  });
  if (position !== null) await visible(deps, position);
}

async function visible(deps: Dependencies, position: string): Promise<void> {
  if (!(await deps.readModelWait.until(position, 20_000))) throw new Error('the read tables did not follow');
}

function notingQueue(): JobQueue & { asked: unknown[] } {
  const requests: unknown[] = [];
  return {
    asked: requests,
    define: () => {},
    definition: () => undefined,
    async enqueue(request) {
      requests.push(request);
      return `job-${requests.length}`;
    },
    async requireRoom() {},
    async retry() {
      return false;
    },
    async list() {
      return [];
    },
    async all() {
      return { rows: [], total: 0 };
    },
    async ofKind() {
      return [];
    },
    async find() {
      return null;
    },
    async remove() {
      return null;
    },
    async withdraw() {
      return null;
    },
    async hide() {
      return false;
    },
    async cancel() {
      return false;
    },
    async counts() {
      return { queued: requests.length, running: 0, done: 0, error: 0, annullato: 0 };
    },
    async close() {},
  };
}
