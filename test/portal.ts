import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import { GRUPPO_AMMINISTRATORI, type Identity, type Permissions } from '#contracts/core/permissions.ts';
import type { Command, Sender } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { listReader } from '#projections/export/list-reader.ts';
import { referenceReader } from '#projections/registers/reference-reader.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { PROJECTIONS } from '#projections/index.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { startProjections } from '#projections/engine/runner.ts';
import { createCredentials } from '#services/platform/identity/credentials.ts';
import { openSession } from '#services/platform/identity/sessions.ts';
import { createApp } from '#services/platform/http/app.ts';
import type { StrangerLimits } from '#services/platform/http/strangers.ts';
import { diskArchive } from '#services/platform/files/disk-archive.ts';
import { execute } from '#services/registers/command-handling.ts';
import { readConfig } from '#services/platform/start/config.ts';
import { storeEventStoreDB } from '#services/platform/event-store/eventstoredb.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import { projectionWait } from '#services/platform/http/projection-wait.ts';
import { migra } from '#services/platform/postgres/migrations/index.ts';
import type { Dependencies, Parts } from '#services/platform/module.ts';
import { assemble } from '#services/modules.ts';
import { postgresNumbers } from '#services/platform/postgres/numbers.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { mailFolder } from '#services/platform/files/results.ts';
import { folderMailer } from '#workers/mail/folder-mailer.ts';
import { listWriter } from '#workers/formats/list-file.ts';
import { zipWriter } from '#workers/formats/zip.ts';
import { call, type Method, type CallOptions } from './calls.ts';
import { testDatabase } from './postgres.ts';

export interface PortaleOptions {
  /** Instead of a queue that only takes note. */
  jobs?: (parts: Omit<Parts, 'jobs'> & { url: string }) => Promise<JobQueue>;
  env?: Record<string, string>;
  limits?: StrangerLimits;
  /** Told every line of the log. */
  log?: (row: string) => void;
}

/** Someone who has logged in. */
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

/** The log in PostgreSQL, or in the EventStoreDB at EVENTSTORE_URL, in streams of its own. */
function testStore(pool: Pool): EventStore {
  const url = process.env['EVENTSTORE_URL'];
  return url === undefined ? storePostgres(pool) : storeEventStoreDB(url, { prefix: `prova-${randomUUID()}-` });
}

/** The whole portal on a PostgreSQL of its own, listening on a free port, with people who have logged in. */
export async function startTestPortal({ jobs, env = {}, limits, log }: PortaleOptions = {}) {
  const [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'strato-'))]);
  const { url } = database;
  const { db: writeDb, pool } = openDatabase<WriteDatabase>({ url, max: 6, schema: 'public' });
  await migra(writeDb);
  const { db: readDb } = openDatabase<ReadDatabase>({ url, max: 6 });
  const store = testStore(pool);
  const files = diskArchive({ folder: join(folder, 'archivio'), maxBytes: 5_000_000 });
  const parts = {
    config: readConfig({ NODE_ENV: 'test', SEGRETO: 'segreto-di-prova-lungo-almeno-32-byte', DATI_DIR: folder, ...env }),
    log: pino({ level: log ? 'trace' : 'silent' }, { write: (row: string) => log?.(row) }),
    clock: { now: () => new Date() },
    store,
    readDb,
    writeDb,
    numbers: postgresNumbers(writeDb, { sameLog: store.name === 'postgres' }),
    readModelWait: await projectionWait({ url }),
    files,
    zip: zipWriter(files),
  };
  const runner = await startProjections({ store, url, projections: PROJECTIONS, log: parts.log });
  const exceptDispatch = { ...parts, jobs: jobs ? await jobs({ ...parts, url }) : notingQueue() };
  const { deps, modules } = assemble(exceptDispatch);
  const server = createServer();
  server.on('request', createApp(deps, modules, { server, ...(limits ? { limits } : {}) }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    deps,
    modules,
    base,
    tools: () => toolsOf(deps, url),
    url,
    folder,
    runner,
    server,
    call: (method: Method, path: string, options: CallOptions & { as?: Person } = {}) =>
      call(base + path, method, { ...options, ...(options.as ? { token: options.as.token } : {}) }),
    person: (options?: NewPerson) => newPerson(deps, options),
    changePermissions: (groupID: number, permissions: Permissions) => writePermissions(deps, groupID, permissions),
    /** A command of the system's own, waited for. */
    async command(command: Command, identity: Identity = SYSTEM) {
      const outcome = await deps.dispatch(command, testSender(identity, { origine: 'sistema' }));
      if (outcome.position !== null) await visible(deps, outcome.position);
      return outcome;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runner.stop();
      await Promise.all([deps.jobs.close(), parts.readModelWait.close()]);
      await store.close();
      await Promise.all([readDb.destroy(), writeDb.destroy()]);
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

export interface NewPerson {
  memberID?: string;
  permessi?: Permissions;
  /** Of a group that is there; otherwise one is made for the permissions. */
  groupID?: number;
}

/** What the portal's jobs are given. */
function toolsOf({ config, store, readDb, clock, zip, dispatch, readModelWait, log }: Dependencies, url: string) {
  const lists = listReader({ db: readDb, clock, identity: (memberID) => currentIdentity(readDb, memberID) });
  return {
    zip,
    dispatch,
    store,
    lists,
    writeList: listWriter(lists),
    rebuild: (progress: (percent: number) => void) => rebuild({ store, url, log, progress }),
    mailer: folderMailer(mailFolder(config)),
    references: referenceReader(readDb, (position) => readModelWait.until(position, 20_000)),
  };
}

let counter = 0;

async function newPerson(deps: Dependencies, { memberID, permessi: permissions, groupID }: NewPerson = {}): Promise<Person> {
  counter += 1;
  const name = memberID ?? `persona${counter}`;
  const gruppo = groupID ?? 100 + counter;
  await writePermissions(deps, gruppo, permissions ?? {});
  const command = { register: 'users', action: 'create', key: name, values: { groupID: gruppo } } as const;
  const { position } = await deps.dispatch(command, testSender());
  await visible(deps, position ?? '');
  const hash = `prova-${counter}`;
  await createCredentials(deps.writeDb, name, hash);
  const token = await openSession(deps.writeDb, { memberID: name, groupID: gruppo, ricordami: false, hash, now: deps.clock.now() });
  if (token === null) throw new Error(`no session for ${name}`);
  return { memberID: name, groupID: gruppo, token };
}

/** The group with exactly these permissions, made if it is not there. */
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
      ...(state.size === 0 ? [{ type: groups.events.created, data: { groupID, name: `Gruppo ${groupID}` } }] : []),
      ...[...state.values()]
        .filter((r) => r.table === groupsPermissions.path && r.exists)
        .map((r) => ({ type: groupsPermissions.events.deleted, data: { permissionID: Number(r.id) } })),
      ...rows.map((data) => ({ type: groupsPermissions.events.created, data })),
    ],
  });
  if (position !== null) await visible(deps, position);
}

async function visible(deps: Dependencies, position: string): Promise<void> {
  if (!(await deps.readModelWait.until(position, 20_000))) throw new Error('the read tables did not follow');
}

function notingQueue(): JobQueue & { richieste: unknown[] } {
  const requests: unknown[] = [];
  return {
    richieste: requests,
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
    async find() {
      return null;
    },
    async remove() {
      return null;
    },
    async counts() {
      return { queued: requests.length, running: 0, done: 0, error: 0 };
    },
    async close() {},
  };
}
