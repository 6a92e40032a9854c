import pg from 'pg';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { timeoutMs } from './expected.ts';
import { retry } from './retry.ts';

// connection, resources, operator intervention, transaction rollback, lock not available, read-only server
const AWAY = /^(08|53|57|40)|^55P03$|^25006$/;
// \u0000 in jsonb, a lone surrogate, NUL in text
const UNSTORABLE = new Set(['22P05', '22P02', '22021']);

/**
 * Translates errors of pg into those of the port. PostgreSQL's own texts are left out where they quote
 * the values, which may be personal data.
 */
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
 * Asks the database and answers the rows; StoreUnavailable when it is away or takes longer than `ms`.
 * May be asked twice when the connection breaks: only for what may be done twice.
 */
export type Question = <R extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<R[]>;

/** A connection that takes the statements of everybody, each a transaction of its own. */
export interface Shared {
  query<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<{ rows: R[] }>;
}

// a connection that breaks says so twice: to the query, and as an event that would end the process
const ignore = () => {};

async function connection(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
  const asked = pool.connect();
  try {
    return await timeoutMs(ms, asked);
  } catch (error) {
    // one that comes late goes straight back
    asked.then((client) => client.release(), ignore);
    throw error;
  }
}

async function ask<R extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig, ms: number): Promise<R[]> {
  const client = await connection(pool, ms);
  let broken = false;
  client.on('error', ignore);
  try {
    // the types of pg leave out a setting that it reads from each query
    const config: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: ms };
    return (await client.query<R>(config)).rows;
  } catch (error) {
    // nothing is known of a connection that failed otherwise than by an answer; one that is ended may have committed
    broken = !(error instanceof pg.DatabaseError);
    const unanswered = broken || (error as pg.DatabaseError).code?.startsWith('57P0') === true;
    const known = postgresError(error);
    throw unanswered && known instanceof StoreUnavailable ? new StoreUnavailable(known.message, { cause: error, sent: true }) : error;
  } finally {
    if (!broken) client.off('error', ignore);
    client.release(broken);
  }
}

export function question(pool: pg.Pool, ms: number): Question {
  return <R extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    retry(ms, (remainingMs) =>
      ask<R>(pool, query, remainingMs).catch((error: unknown) => {
        throw postgresError(error);
      }),
    );
}

/** The same by a connection that everybody shares, for what is short: what is asked of it in one turn leaves together, and wakes one session. */
export function shortQuestion(shared: Shared, ms: number): Question {
  return <R extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    retry(ms, async (remainingMs) => {
      try {
        return (await timeoutMs(remainingMs, shared.query<R>(query))).rows;
      } catch (error) {
        throw postgresError(error);
      }
    });
}
