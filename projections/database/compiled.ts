import {
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type Expression,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely';
import type { RegistersByPath } from '../read-tables.ts';

/** Builds statements without a connection, on registers known only at run time; `runStatement` executes them on any connection. */
export const statements = new Kysely<RegistersByPath>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (handle) => new PostgresIntrospector(handle),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Builds expressions on a row of a register known only at run time; the row's alias is `r`. */
export const eb = expressionBuilder<RegistersByPath, 'r'>();

/** Number of the rows that a query reads. */
export const rowCount = eb.cast<number>(eb.fn.countAll(), 'integer');

/** A statement built without a connection: a query of `statements`, or raw SQL. */
export interface Statement<Row = unknown> extends Expression<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>;
}

/** Compiles a statement to text and values, so that any connection can run it. */
export const compileStatement = <Row>(statement: Statement<Row>): CompiledQuery<Row> => statement.compile(statements);

/** Executes a statement and returns its rows. */
export const runStatement = async <Row>(
  db: { executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> },
  statement: Statement<Row>,
): Promise<Row[]> => (await db.executeQuery(compileStatement(statement))).rows;

/** Returns the words of a statement or of a part of one, the names of its tables and columns among them. */
export const wordsOf = (part: Expression<unknown>): Set<string> => new Set(compileStatement(sql<unknown>`${part}`).sql.match(/\w+/g));
