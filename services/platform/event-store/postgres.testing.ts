import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { sharedConnection } from '#projections/database/shared-connection.ts';
import { quietPool, testDatabase } from '../../../test/postgres.ts';
import { tcpProxy } from '../../../test/tcp-proxy.ts';
import { up } from '../postgres/migrations/0001-eventi.ts';
import { up as announcePositions } from '../postgres/migrations/0015-posizione-annunciata.ts';
import { up as takeStreamsRepeatedly } from '../postgres/migrations/0045-flussi-ripetuti.ts';
import { storePostgres, type PostgresOptions } from './postgres.ts';
import type { Bench } from './testing.ts';

export interface PostgresBench extends Bench {
  /** Pool on the database itself, which bypasses the proxy. */
  pool: pg.Pool;
  proxyUrl: string;
}

function testPool(connectionString: string): pg.Pool {
  // the search path begins with another schema, so the store's statements must name theirs
  return quietPool({ connectionString, max: 4, options: '-c search_path=letture,public' });
}

/** Creates a bench on a new, migrated database behind a proxy that tests can switch off. */
export async function postgresBench(options: PostgresOptions = {}): Promise<PostgresBench> {
  const database = await testDatabase();
  const direct = new URL(database.url);
  const proxy = await tcpProxy({ host: direct.hostname, port: Number(direct.port) });
  const through = new URL(database.url);
  through.hostname = proxy.host;
  through.port = String(proxy.port);
  const pools = [testPool(database.url), testPool(through.href), testPool(through.href)] as const;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pools[0] }) });
  await up(db);
  await announcePositions(db);
  await takeStreamsRepeatedly(db);
  // the long interval makes tests depend on notifications: polling would come too late
  const all = { pollMs: 60_000, ...options };
  // the first store reads short streams on a shared connection, the second one does not
  const shared = sharedConnection({ connectionString: through.href });
  const stores = [storePostgres(pools[1], { ...all, shared }), storePostgres(pools[2], all)] as const;
  return {
    pool: pools[0],
    proxyUrl: through.href,
    store: stores[0],
    second: stores[1],
    fresh: true,
    outage: proxy,
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await Promise.all([pools[1].end(), pools[2].end(), shared.end(), db.destroy()]);
      await proxy.close();
      await database.close();
    },
  };
}
