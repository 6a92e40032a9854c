import pg from 'pg';
import { entro } from './expected.ts';
import { erroreDiPostgres } from './postgres-errors.ts';
import { riprova } from './retry.ts';

/**
 * Asks the database and answers the rows; StoreUnavailable when it is away or takes longer than `ms`.
 * May be asked twice when the connection breaks: only for what may be done twice.
 */
export type Domanda = <R extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<R[]>;

// a connection that breaks says so twice: to the query, and as an event that would end the process
const ignora = () => {};

async function connessione(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
  const asked = pool.connect();
  try {
    return await entro(ms, asked);
  } catch (error) {
    // one that comes late goes straight back
    asked.then((client) => client.release(), ignora);
    throw error;
  }
}

async function chiedi<R extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig, ms: number): Promise<R[]> {
  const client = await connessione(pool, ms);
  let broken = false;
  client.on('error', ignora);
  try {
    // the types of pg leave out a setting that it reads from each query
    const config: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: ms };
    return (await client.query<R>(config)).rows;
  } catch (error) {
    // nothing is known of a connection that failed otherwise than by an answer
    broken = !(error instanceof pg.DatabaseError);
    throw error;
  } finally {
    if (!broken) client.off('error', ignora);
    client.release(broken);
  }
}

export function domanda(pool: pg.Pool, ms: number): Domanda {
  return <R extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    riprova(ms, (restanoMs) =>
      chiedi<R>(pool, query, restanoMs).catch((error: unknown) => {
        throw erroreDiPostgres(error);
      }),
    );
}
