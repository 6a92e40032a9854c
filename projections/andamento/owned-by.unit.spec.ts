import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Scope } from '#contracts/core/permissions.ts';
import { ownedBy } from './andamento.queries.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

it.each([
  ['all', 'true', []],
  ['own', 'l.utente = $1', ['anna']],
  ['none', 'false', []],
] as const)('chi vede %s legge le righe dove %s', (scope: Scope, text, parameters) => {
  const compiled = sql`${ownedBy(sql.ref('l.utente'), { scope, utente: 'anna' })}`.compile(db);
  expect([compiled.sql.replaceAll('"', ''), compiled.parameters]).toEqual([text, parameters]);
});
