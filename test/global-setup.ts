import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, stopCluster, urlCluster } from '#services/platform/postgres/start-cluster.ts';
import { initCluster } from '#services/platform/postgres/init-cluster.ts';
import { live } from '#services/platform/postgres/postmaster.ts';
import { migrate } from '#services/platform/postgres/migrations/index.ts';
import { prepareTables, withSignature } from '#projections/engine/preparation.ts';
import { openDatabase, READ_SCHEMA, type ReadDatabase } from '#projections/database.ts';
import { catalogue } from './catalogue.ts';
import { compileOnce } from './compile-once.ts';
import { administer, TEMPLATE } from './postgres.ts';

const PREFIX = 'strato-test-pg-';

/** Removes the folders of killed runs; a folder's name holds the id of its process. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''));
    if (!owner || live(owner)) continue;
    const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (pid) await stopCluster(pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Creates the template database that specs copy for their portals: all tables of a portal, without data. */
async function createTemplate(url: string): Promise<void> {
  await administer(`create database ${TEMPLATE} template template0`);
  const write = openDatabase<Record<string, never>>({ url, max: 1, schema: 'public' });
  await migrate(write.db);
  await write.db.destroy();
  const read = openDatabase<ReadDatabase>({ url, max: 1 });
  await prepareTables(read.db, READ_SCHEMA, await withSignature(catalogue.projections));
  await read.db.destroy();
  // a database cannot be copied while anyone is connected, not even autovacuum
  await administer(`alter database ${TEMPLATE} with allow_connections false`);
}

/** Starts one PostgreSQL server for the whole run; each spec file creates its own databases there (test/postgres.ts). */
export default async function setup(): Promise<() => Promise<void>> {
  compileOnce();
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  // the server runs as another user when the tests run as root
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'owner'), String(process.pid));
  const cluster = { folder: join(folder, 'data'), password: randomBytes(12).toString('hex') };
  await initCluster(cluster.folder, cluster.password);
  const server = await startCluster({
    ...cluster,
    logFile: join(folder, 'postgres.log'),
    // test data need not survive a power failure
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '64MB' },
  });
  process.env['STRATO_TEST_PG'] = urlCluster(server.port, cluster.password, 'postgres');
  await createTemplate(urlCluster(server.port, cluster.password, TEMPLATE));
  return async () => {
    await stopCluster(server.pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
