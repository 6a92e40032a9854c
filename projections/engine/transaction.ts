import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';
import { oncePer } from '#contracts/core/once-per.ts';
import { fulfilled } from './failures.ts';

const COMMIT = CompiledQuery.raw('commit');

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
export async function inTransaction<DB, Row, R>(
  pool: pg.Pool,
  opening: readonly string[],
  run: (tx: Kysely<DB>, opened: Promise<readonly Row[]>) => Promise<Outcome<R>>,
): Promise<R> {
  const client = await pool.connect();
  const tx = handle(client) as unknown as Kysely<DB>;
  let sane = true;
  try {
    const opened = beginning<Row>(client, opening);
    unanswered.set(tx, []);
    const { result, last } = await run(tx, opened);
    const [ended] = fulfilled(await Promise.allSettled([commit(tx, last), opened, answers(tx)]));
    // a transaction that had failed ends so without an error
    if (ended !== 'COMMIT') throw new Error(`transaction ended by ${ended}`);
    return result;
  } catch (error) {
    // one that is still on its way would come behind the rollback, and stay
    await answers(tx).catch(() => {});
    await client.query('rollback').catch(() => {
      sane = false;
    });
    throw error;
  } finally {
    client.release(!sane);
  }
}

/** By the same way as all that was asked before, so that it comes behind it; answers how it ended. */
async function commit<DB>(tx: Kysely<DB>, last: RawBuilder<unknown> | undefined): Promise<string> {
  const outcomes = await Promise.allSettled([last?.execute(tx), tx.executeQuery<{ command: string }>(COMMIT)]);
  const [, { rows }] = fulfilled(outcomes);
  return rows[0]?.command ?? '';
}

const unanswered = new WeakMap<object, Promise<unknown>[]>();

/**
 * A statement whose answer nobody needs but to know that it went well: in a transaction of
 * `inTransaction` that is waited for with the commit, elsewhere here.
 */
export async function send<DB>(tx: Kysely<DB>, query: CompiledQuery): Promise<void> {
  const sent = tx.executeQuery(query);
  const waiting = unanswered.get(tx);
  if (!waiting) return void (await sent);
  sent.catch(() => {});
  waiting.push(sent);
}

/**
 * Beside each other in one transaction, and done only when all of them are: what one went on to ask
 * after another had failed would come behind the rollback.
 */
export async function together<T extends readonly unknown[]>(works: { readonly [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  return fulfilled(await Promise.allSettled(works)) as unknown as T;
}

/** When all that was sent so is answered; throws for the first that failed. */
export async function answers<DB>(tx: Kysely<DB>): Promise<void> {
  await Promise.all(unanswered.get(tx)?.splice(0) ?? []);
}

function beginning<Row>(client: pg.PoolClient, opening: readonly string[]): Promise<readonly Row[]> {
  // with values, though none: so they go with what comes behind them
  const opened = Promise.all(['begin', ...opening].map((text) => client.query<Row & pg.QueryResultRow>(text, []))).then(
    (results) => results.at(-1)!.rows,
  );
  // where nobody waits for it yet
  opened.catch(() => {});
  return opened;
}

/** What kysely builds, sent to this very connection at once. */
const handle = oncePer(kyselyOn);

function kyselyOn(client: pg.PoolClient): Kysely<never> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount, command } = await client.query(sql, [...parameters]);
      return { rows: (sql === COMMIT.sql ? [{ command }] : rows) as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery: refuse,
  };
  const driver: Driver = {
    init: async () => {},
    destroy: async () => {},
    releaseConnection: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  };
  return new Kysely<never>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function refuse(): never {
  throw new Error('not inside a transaction of the projections');
}
