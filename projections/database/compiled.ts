import {
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type Dialect,
  type Expression,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import type { ReadDatabase } from '../database.ts';
import type { RegistersByPath } from '../read-tables.ts';

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (handle) => new PostgresIntrospector(handle),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** Builds statements without a connection, on registers known only at run time; `runStatement` executes them on any connection. */
export const statements = new Kysely<RegistersByPath>({ dialect });

/** Builds statements without a connection on the read tables, for the transaction of a batch. */
export const readTables = new Kysely<ReadDatabase>({ dialect });

/** Builds expressions on a row of a register known only at run time; the row's alias is `r`. */
export const eb = expressionBuilder<RegistersByPath, 'r'>();

/** Builds expressions on values alone, and queries of the read tables; no row is in reach. */
export const expressions = expressionBuilder<ReadDatabase, never>();

/** Number of the rows that a query reads. */
export const rowCount = eb.cast<number>(eb.fn.countAll(), 'integer');

/** A query of any kind that compiles to text and values: Kysely's `Compilable`, or raw SQL, which needs a compiler. */
export interface AnyQuery<Row = unknown> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>;
}

/** A statement built without a connection that can also be part of another: a query of `statements`, or raw SQL. */
export interface Statement<Row = unknown> extends Expression<Row>, AnyQuery<Row> {}

/** Compiles a query to text and values, so that any connection can run it. */
export const compileStatement = <Row>(query: AnyQuery<Row>): CompiledQuery<Row> => query.compile(statements);

/** A database or a transaction, whatever tables it knows. */
export interface QueryRunner {
  executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
}

/** Executes a query and returns its rows. */
export const runStatement = async <Row>(db: QueryRunner, query: AnyQuery<Row>): Promise<Row[]> =>
  (await db.executeQuery(compileStatement(query))).rows;

/** Returns the words of a statement or of a part of one, the names of its tables and columns among them. */
export const wordsOf = oncePer(
  (part: Expression<unknown>): ReadonlySet<string> => new Set(compileStatement(sql<unknown>`${part}`).sql.match(/\w+/g)),
);
