import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { databaseAway } from '#projections/database-errors.ts';

interface Places {
  main: pg.Pool;
  /** As it is now: one that fell silent is opened anew. */
  replica(): pg.Pool;
  /** Is it the replica's turn? Asked once for each connection. */
  wanted(): boolean;
  failed(error: unknown): void;
}

/** A replica gave up a statement because its tables were about to change, or was asked to write: the main database does it. */
const REFUSED: ReadonlySet<string> = new Set(['40001', '40P01', '25006', '57014']);

/** A pool that reads from the replica where it is wanted, and from the main database where the replica cannot. */
export function poolWithReplica({ main, replica, wanted, failed }: Places): PostgresPool {
  const mainClient = (): Promise<PostgresPoolClient> => main.connect() as unknown as Promise<PostgresPoolClient>;
  return {
    options: main.options,
    async connect() {
      if (!wanted()) return mainClient();
      let client: pg.PoolClient;
      try {
        client = await replica().connect();
      } catch {
        // away, which its watch finds out, or only busy with other lists
        return mainClient();
      }
      return withFallback(client, mainClient, failed);
    },
    // whoever opened them ends them
    end: () => Promise.resolve(),
  };
}

/** A connection to the replica that becomes one to the main database when the replica fails it; inside a transaction the failure is told. */
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
      const away = databaseAway(error);
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
