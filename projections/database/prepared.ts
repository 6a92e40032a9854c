import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { SharedConnection } from './shared-connection.ts';

/** What PostgreSQL says when a table came back with other columns than a statement was planned for. */
export const hasOtherColumns = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '0A000';

const connections = new WeakMap<object, SharedConnection>();
let statements = 0;

/** A database, or a transaction in it. */
interface Asked extends QueryExecutorProvider {
  executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
}

/** Where the prepared statements of a database are asked. */
export const preparedOn = (db: object, connection: SharedConnection): void => {
  connections.set(db, connection);
};

/**
 * A short statement that requests ask all day: its text is made once, with any values, and has one
 * name on its connection, which all of them share. This way is half of what such a statement costs.
 */
export function prepared<Row extends object>(make: () => RawBuilder<unknown>): (db: Asked, values: readonly unknown[]) => Promise<Row[]> {
  const name = `s${(statements += 1)}`;
  let text: string | undefined;
  return async (db, values) => {
    text ??= make().compile(db).sql;
    const connection = connections.get(db);
    // a transaction has a connection of its own
    if (!connection) return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
    try {
      return (await connection.query<Row>({ name, text, values: [...values] })).rows;
    } catch (error) {
      if (!hasOtherColumns(error)) throw error;
      return (await connection.query<Row>({ text, values: [...values] })).rows;
    }
  };
}
