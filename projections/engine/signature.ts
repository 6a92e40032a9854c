import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import type { ReadDatabase } from '../database.ts';
import type { Projection } from './projection.ts';

/** Database driver that records statements instead of sending them. */
class Recorder extends DummyDriver {
  readonly statements: string[] = [];

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        this.statements.push(query.sql);
        return { rows: [] };
      },
      // oxlint-disable-next-line require-yield -- a table definition reads nothing
      streamQuery: async function* () {
        throw new Error('a table definition reads nothing');
      },
    };
  }
}

/** Computes the signature of a projection's definition. Equal signatures mean that a rebuild would create the same tables. */
export async function signatureOf(projection: Projection): Promise<string> {
  const recorder = new Recorder();
  const db = new Kysely<ReadDatabase>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => recorder,
      createIntrospector: (handle) => new PostgresIntrospector(handle),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await projection.create(db);
  const parts = [projection.tables, projection.events, projection.signature ?? '', recorder.statements];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
