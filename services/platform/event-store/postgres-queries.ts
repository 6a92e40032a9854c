import pg from 'pg';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { withTimeout } from './timeouts.ts';
import { retry } from './retry.ts';

// SQLSTATEs of an unreachable database: connection, resources, operator intervention, rollback, lock not available, read-only server
const AWAY = /^(08|53|57|40)|^55P03$|^25006$/;
// SQLSTATEs of values that PostgreSQL cannot store: NUL in jsonb, half a surrogate pair, NUL in text
const UNSTORABLE = new Set(['22P05', '22P02', '22021']);

/** Translates errors of pg into errors of the port. Leaves out PostgreSQL's messages that quote values, which may be personal data. */
function postgresError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (AWAY.test(code)) return new StoreUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
    if (UNSTORABLE.has(code)) return new Error('the event holds text that PostgreSQL cannot store (NUL or half a surrogate pair)');
    return error;
  }
  const mistake = error instanceof TypeError || error instanceof RangeError || !(error instanceof Error);
  return mistake ? error : new StoreUnavailable(`PostgreSQL: ${error.message}`, { cause: error });
}

/**
 * Runs a query and returns the rows. Throws `StoreUnavailable` if the database is unreachable or its timeout passes. A query may run twice
 * when the connection breaks, so it must be idempotent.
 */
export type RunQuery = <R extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<R[]>;

/** A connection that all callers share; each statement is a transaction of its own. */
export interface SharedStatements {
  query<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<{ rows: R[] }>;
}

// pg reports a broken connection twice: as the query's error, and as an event that would end the process without a listener
const ignore = () => {};

async function connection(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
  const pending = pool.connect();
  try {
    return await withTimeout(ms, pending);
  } catch (error) {
    // a connection that is opened after the timeout goes back to the pool
    pending.then((client) => client.release(), ignore);
    throw error;
  }
}

async function runOnClient<R extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig, ms: number): Promise<R[]> {
  const client = await connection(pool, ms);
  let broken = false;
  client.on('error', ignore);
  try {
    // `query_timeout` per query is missing in pg's types
    const config: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: ms };
    return (await client.query<R>(config)).rows;
  } catch (error) {
    // after any error but PostgreSQL's own answer, the connection's state is unknown; a backend that was terminated may have committed
    broken = !(error instanceof pg.DatabaseError);
    const unanswered = broken || (error as pg.DatabaseError).code?.startsWith('57P0') === true;
    const known = postgresError(error);
    throw unanswered && known instanceof StoreUnavailable ? new StoreUnavailable(known.message, { cause: error, sent: true }) : error;
  } finally {
    if (!broken) client.off('error', ignore);
    client.release(broken);
  }
}

/** Creates a function that runs queries on connections of a pool, with retries. `ms` is the timeout in milliseconds of all attempts. */
export function pooledQuery(pool: pg.Pool, ms: number): RunQuery {
  return <R extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    retry(ms, (remainingMs) =>
      runOnClient<R>(pool, query, remainingMs).catch((error: unknown) => {
        throw postgresError(error);
      }),
    );
}

/**
 * Creates the same function on a shared connection, for short queries. Queries of one event-loop turn share a socket write, so they wake
 * one PostgreSQL backend once.
 */
export function sharedQuery(shared: SharedStatements, ms: number): RunQuery {
  return <R extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    retry(ms, async (remainingMs) => {
      try {
        return (await withTimeout(remainingMs, shared.query<R>(query))).rows;
      } catch (error) {
        throw postgresError(error);
      }
    });
}
