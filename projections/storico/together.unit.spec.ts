import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ofTypes } from './together.ts';

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (handle) => new PostgresIntrospector(handle),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const words = (...types: string[]): string | undefined => ofTypes(types, sql.raw('s.evento'))?.compile(db).sql;

describe('Gli eventi che si raccontano insieme', () => {
  it.each([
    [[], undefined],
    [['A.v1'], "s.evento = 'A.v1'"],
    [['A.v1', "L'altro.v1"], "s.evento in ('A.v1', 'L''altro.v1')"],
  ])('%j: %s', (types, said) => {
    expect(words(...types)).toBe(said);
  });
});
