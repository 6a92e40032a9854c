import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type DatabaseConnection, type Driver, type RawBuilder } from 'kysely';
import type pg from 'pg';

export interface Outcome<R> {
  result: R;
  /** Sent together with the commit. */
  last?: RawBuilder<unknown> | undefined;
}

/**
 * A transaction on one connection of a pool with `pipeline`: its statements are answered in the order
 * they were asked, and need not wait for each other (those of kysely's own transactions do).
 * `opening`: plain statements without parameters; `run` may wait for the rows of the last, or go on
 * meanwhile. It must end only when all that it asked itself is answered.
 */
export async function inTransaction<DB, Row, R>(pool: pg.Pool, opening: readonly string[], run: (tx: Kysely<DB>, opened: Promise<readonly Row[]>) => Promise<Outcome<R>>): Promise<R> {
  const client = await pool.connect();
  let sane = true;
  try {
    const opened = beginning<Row>(client, opening);
    const tx = handle<DB>(client);
    const { result, last } = await run(tx, opened);
    const final = last?.compile(tx);
    const [, , ended] = await Promise.all([opened, final && client.query(final.sql, [...final.parameters]), client.query('commit')]);
    // a transaction that had failed ends so without an error
    if (ended.command !== 'COMMIT') throw new Error(`transaction ended by ${ended.command}`);
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => { sane = false; });
    throw error;
  } finally {
    client.release(!sane);
  }
}

function beginning<Row>(client: pg.PoolClient, opening: readonly string[]): Promise<readonly Row[]> {
  // several statements in one text: as many results
  const opened = client.query(['begin', ...opening].join(';')).then((results) => ([results].flat().at(-1) as pg.QueryResult).rows as Row[]);
  // where nobody waits for it yet
  opened.catch(() => {});
  return opened;
}

const handles = new WeakMap<pg.PoolClient, Kysely<never>>();

/** What kysely builds, sent to this very connection at once. */
function handle<DB>(client: pg.PoolClient): Kysely<DB> {
  const known = handles.get(client) ?? kyselyOn(client);
  handles.set(client, known);
  return known as unknown as Kysely<DB>;
}

function kyselyOn(client: pg.PoolClient): Kysely<never> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount } = await client.query(sql, [...parameters]);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery: refuse,
  };
  const driver: Driver = {
    init: async () => {}, destroy: async () => {}, releaseConnection: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse, commitTransaction: refuse, rollbackTransaction: refuse,
  };
  return new Kysely<never>({ dialect: {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  } });
}

function refuse(): never {
  throw new Error('not inside a transaction of the projections');
}
