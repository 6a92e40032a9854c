import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely';

const COMPILER = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Compiles a statement to text and values, so that any connection can run it. */
export const compileStatement = <Row>(statement: RawBuilder<Row>): CompiledQuery<Row> => statement.compile(COMPILER);

/** Returns the words of a statement, the names of its tables and columns among them. */
export const wordsOf = (statement: RawBuilder<unknown>): Set<string> => new Set(compileStatement(statement).sql.match(/\w+/g));
