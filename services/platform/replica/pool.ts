import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isDatabaseUnreachable } from '#projections/database-errors.ts';

interface Places {
  main: pg.Pool;
  /** Returns the replica's pool. It changes, since a pool without answers is replaced. */
  replica(): pg.Pool;
  /** Tells whether the next connection is to be one to the replica. Called once for each connection. */
  usesReplica(): boolean;
  failed(error: unknown): void;
}

/**
 * SQLSTATEs for which a statement is repeated on the main database: conflict with recovery, deadlock, read-only server, cancelled
 * statement.
 */
const REFUSED: ReadonlySet<string> = new Set(['40001', '40P01', '25006', '57014']);

/** Creates a pool that connects to the replica while `usesReplica` returns true, and to the main database otherwise or if the replica fails. */
export function poolWithReplica({ main, replica, usesReplica, failed }: Places): PostgresPool {
  const mainClient = (): Promise<PostgresPoolClient> => main.connect() as unknown as Promise<PostgresPoolClient>;
  return {
    options: main.options,
    async connect() {
      if (!usesReplica()) return mainClient();
      let client: pg.PoolClient;
      try {
        client = await replica().connect();
      } catch {
        // the replica is unreachable, which `watchReplica` notices, or all its connections are in use
        return mainClient();
      }
      return withFallback(client, mainClient, failed);
    },
    // the pools are ended by the caller that opened them
    end: () => Promise.resolve(),
  };
}

/**
 * Wraps a connection to the replica that is replaced by one to the main database when a statement fails on the replica. Inside a
 * transaction the error is thrown.
 */
function withFallback(
  first: pg.PoolClient,
  instead: () => Promise<PostgresPoolClient>,
  failed: (error: unknown) => void,
): PostgresPoolClient {
  let current = first as unknown as PostgresPoolClient;
  let onReplica = true;
  let inTransaction = false;
  const leave = (broken: boolean): void => {
    onReplica = false;
    first.release(broken);
  };
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    if (/^\s*(begin|start transaction)\b/i.test(text)) inTransaction = true;
    try {
      return await current.query(text, parameters);
    } catch (error) {
      const away = isDatabaseUnreachable(error);
      if (!onReplica || inTransaction || !(away || REFUSED.has((error as { code?: string }).code ?? ''))) throw error;
      if (away) failed(error);
      current = await instead();
      leave(away);
      return current.query(text, parameters);
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release(destroy) {
      if (onReplica) leave(destroy === true);
      else current.release(destroy);
    },
  };
}
