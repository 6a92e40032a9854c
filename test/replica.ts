import { randomBytes } from 'node:crypto';
import { appendFile, chmod, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initCluster } from '#services/platform/postgres/init-cluster.ts';
import { waitForExit, signal } from '#services/platform/postgres/postmaster.ts';
import { startCluster, stopCluster, urlCluster, CLUSTER_OWNER } from '#services/platform/postgres/start-cluster.ts';

const SETTINGS = { fsync: 'off', shared_buffers: '32MB', hot_standby_feedback: 'on' };

/** Starts a PostgreSQL server and its streaming replica. */
export async function startReplicated() {
  const folder = await mkdtemp(join(tmpdir(), 'strato-replica-'));
  await chmod(folder, 0o755);
  const password = randomBytes(12).toString('hex');
  const place = (name: string) => ({
    folder: join(folder, name),
    password,
    logFile: join(folder, `${name}.log`),
    settings: SETTINGS,
  });
  await initCluster(place('main').folder, password);
  // copies the stopped server's folder, which replaces a base backup
  await cp(place('main').folder, place('replica').folder, { recursive: true, preserveTimestamps: true });
  const main = await startCluster(place('main'));
  await configure(place('replica').folder, place('main').folder, { port: main.port, password });
  let replica = await startCluster(place('replica'));
  const url = (port: number) => urlCluster(port, password, 'postgres');
  return {
    main: url(main.port),
    replica: url(replica.port),
    async killReplica(): Promise<void> {
      signal(replica.pid, 'SIGQUIT');
      await waitForExit(replica.pid, 10_000);
    },
    async restartReplica(): Promise<void> {
      replica = await startCluster({ ...place('replica'), port: replica.port });
    },
    async stop(): Promise<void> {
      await Promise.all([stopCluster(replica.pid), stopCluster(main.pid)]);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Configures a copied folder as a replica, with the same file owner as the original. */
async function configure(copy: string, original: string, { port, password }: { port: number; password: string }): Promise<void> {
  const { uid, gid } = await stat(original);
  const settings = join(copy, 'postgresql.auto.conf');
  await appendFile(settings, `primary_conninfo = 'host=127.0.0.1 port=${port} user=${CLUSTER_OWNER} password=${password}'\n`);
  await writeFile(join(copy, 'standby.signal'), '');
  await chownAll(copy, uid, gid);
  await chmod(copy, 0o700);
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const path of ['', ...entries]) await chown(join(folder, path), uid, gid);
}
