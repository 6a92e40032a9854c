import type pg from 'pg';
import type { Logger } from 'pino';
import { Database, openDatabase, READING_MS, type ReadDatabase } from '#projections/database.ts';
import { passedByAll, projectionsState } from '#projections/engine/projections.queries.ts';
import { positionWait } from '../http/projection-wait.ts';
import type { ReadModelWait } from '../http/read-model-wait.ts';
import type { Metrics } from '../metrics/portal-metrics.ts';
import { poolWithReplica } from './pool.ts';
import { watchReplica, type ReplicaState } from './watch.ts';

/** Milliseconds between two polls of the replica while a write waits for it. */
const POLL_MS = 5;
/** Position after every real position. */
const BEYOND_ALL = '\uFFFF';
/** Number of connections that query the replica's position: one for the watch, one for waiting writes. */
const WATCHING = 2;
/** Timeout in milliseconds of a connection to the replica. */
const CONNECTING_MS = 1000;

export interface Reads {
  readDb: Database<ReadDatabase>;
  /** Database of lists, searches, charts and histories: the replica where one is configured and close behind, otherwise the main one. */
  lists: Database<ReadDatabase>;
  readModelWait: ReadModelWait;
  /** Returns the replica for lists; `null` without one. */
  replica(): ReplicaState | null;
  close(): Promise<void>;
}

interface Opening {
  url: string;
  /** Address of the replica. */
  replicaUrl: string;
  max: number;
  /** Wait for the read tables of the main database. */
  wait: ReadModelWait;
  log: Logger;
  metrics?: Pick<Metrics, 'watchPool'>;
}

/**
 * Opens the read tables of the main database. Also opens `lists`, which reads them from the streaming replica while the replica is close
 * behind. `readModelWait` waits until both databases contain a write.
 */
export function readsWithReplica({ url, replicaUrl, max, wait, log, metrics }: Opening): Reads {
  const main = openDatabase<ReadDatabase>({ url, max, statementMs: READING_MS });
  let replica = openReplica(replicaUrl, max);
  metrics?.watchPool('reads', () => main.pool);
  metrics?.watchPool('replica', () => replica.pool);
  const replicaPosition = async (): Promise<string | null> => passedByAll(await projectionsState(replica.db));
  let mainCluster: Promise<string> | undefined;
  const replicaWait = positionWait(replicaPosition, POLL_MS);
  const watch = watchReplica({
    main: async () => passedByAll(await projectionsState(main.db)),
    async replica() {
      mainCluster ??= clusterOf(main.db);
      mainCluster.catch(() => {
        mainCluster = undefined;
      });
      const [own, theirs] = await Promise.all([mainCluster, clusterOf(replica.db)]);
      if (own !== theirs) throw new Error('it is no replica of DATABASE_URL');
      return replicaPosition();
    },
    changed(state, { away, reason }) {
      if (state === 'used') {
        replicaWait.forget();
        log.info('lists are read from the replica');
      }
      if (state === 'left' || away) log.warn({ reason }, 'lists are read from the main database: the replica is away or behind');
      if (away) {
        void replica.giveUp();
        replica = openReplica(replicaUrl, max);
      }
      if (state === 'unused') replicaWait.passed(BEYOND_ALL);
    },
  });
  const pool = poolWithReplica({
    main: main.pool,
    replica: () => replica.pool,
    usesReplica: () => watch.state() === 'used',
    failed: (error) => watch.failed(error),
  });
  replicaWait.passed(BEYOND_ALL);
  watch.start();
  return {
    readDb: main.db,
    lists: new Database<ReadDatabase>(pool, main.shared),
    readModelWait: {
      async until(position, timeoutMs) {
        return (await wait.until(position, timeoutMs)) && replicaWait.until(position, timeoutMs);
      },
      passed: (position) => wait.passed?.(position),
      awaited: () => wait.awaited?.() ?? false,
    },
    replica: () => watch.state(),
    async close() {
      watch.close();
      await Promise.all([main.db.destroy(), replica.end()]);
    },
  };
}

/** Opens the connection pools to the replica. `giveUp` makes pending queries fail at once, also if the replica never answers. */
function openReplica(url: string, max: number) {
  const lists = openDatabase<ReadDatabase>({ url, max, connectingMs: CONNECTING_MS, statementMs: READING_MS });
  // a pool of its own, so that slow lists do not delay the queries of the position
  const watching = openDatabase<ReadDatabase>({ url, max: WATCHING, connectingMs: CONNECTING_MS });
  const clients = new Set<pg.PoolClient>();
  for (const { pool } of [lists, watching]) {
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
  }
  const end = async (): Promise<void> => void (await Promise.all([lists.db.destroy(), watching.db.destroy()]));
  return {
    db: watching.db,
    pool: lists.pool,
    end,
    async giveUp(): Promise<void> {
      for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {});
      await end().catch(() => {});
    },
  };
}

/** Returns the system identifier of a server's data, which its streaming replicas share. */
async function clusterOf(db: Database<ReadDatabase>): Promise<string> {
  const { id } = await db
    .selectFrom(({ fn }) => fn<{ system_identifier: number }>('pg_control_system').as('control'))
    .select(({ cast }) => cast<string>('control.system_identifier', 'text').as('id'))
    .executeTakeFirstOrThrow();
  return id;
}
