import { CompiledQuery, type Kysely } from 'kysely';
import pLimit from 'p-limit';
import type { ReadDatabase } from '../database.ts';
import type { PostgresTables } from '../database/postgres-tables.ts';
import type { Projection } from './projection.ts';
import { COMMIT_IN_MEMORY } from './transaction.ts';

/** An index that was dropped, with the statement that creates it again. */
export interface PutOff {
  name: string;
  definition: string;
}

const AT_ONCE = 2;

const MEMORY = CompiledQuery.raw("set local maintenance_work_mem = '128MB'");

/** Drops the indexes that only readers need from tables that are still empty; keeps key constraints and the projections' `lookups`. */
export async function putOffIndexes(db: Kysely<ReadDatabase>, schema: string, projections: readonly Projection[]): Promise<PutOff[]> {
  const lookups = projections.flatMap((projection) => projection.lookups ?? []);
  const tables = projections.flatMap((projection) => projection.tables);
  const indexes = await db
    .withTables<PostgresTables>()
    .selectFrom('pg_index as i')
    .innerJoin('pg_class as c', 'c.oid', 'i.indexrelid')
    .innerJoin('pg_namespace as n', 'n.oid', 'c.relnamespace')
    .innerJoin('pg_class as t', (join) => join.onRef('t.oid', '=', 'i.indrelid').onRef('t.relnamespace', '=', 'n.oid'))
    .select(({ fn }) => ['c.relname as name', fn<string>('pg_get_indexdef', ['i.indexrelid']).as('definition')])
    .where('n.nspname', '=', schema)
    .where('t.relname', '=', ({ fn, val }) => fn.any(val(tables)))
    .where(({ eb, fn, not, val }) => not(eb('c.relname', '=', fn.any(val(lookups)))))
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('pg_constraint as k').select('k.conindid').whereRef('k.conindid', '=', 'i.indexrelid'))),
    )
    .orderBy('c.relname')
    .execute();
  for (const { name } of indexes) await db.schema.withSchema(schema).dropIndex(name).execute();
  return indexes;
}

/** Creates the dropped indexes on the filled tables, which is faster than updating them at each insert. */
export async function makeIndexes(db: Kysely<ReadDatabase>, putOff: readonly PutOff[]): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    putOff.map(({ definition }) =>
      limit(() =>
        db.transaction().execute(async (tx) => {
          await tx.executeQuery(MEMORY);
          await tx.executeQuery(COMMIT_IN_MEMORY);
          await tx.executeQuery(CompiledQuery.raw(definition));
        }),
      ),
    ),
  );
}
