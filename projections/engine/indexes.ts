import { sql, type Kysely } from 'kysely';
import pLimit from 'p-limit';
import type { ReadDatabase } from '../database.ts';
import type { Projection } from './projection.ts';

/** An index that was dropped, with the statement that creates it again. */
export interface PutOff {
  name: string;
  definition: string;
}

const AT_ONCE = 2;

/** Drops the indexes that only readers need from tables that are still empty; keeps key constraints and the projections' `lookups`. */
export async function putOffIndexes(db: Kysely<ReadDatabase>, schema: string, projections: readonly Projection[]): Promise<PutOff[]> {
  const lookups = projections.flatMap((projection) => projection.lookups ?? []);
  const { rows } = await sql<PutOff>`select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${schema}::regnamespace and c.relname <> all(${lookups}::text[])
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      and i.indrelid = any(select to_regclass(format('%I.%I', ${schema}::text, t)) from unnest(${projections.flatMap(({ tables }) => tables)}::text[]) t)
    order by c.relname`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(`${schema}.${name}`)}`.execute(db);
  return rows;
}

/** Creates the dropped indexes on the filled tables, which is faster than updating them at each insert. */
export async function makeIndexes(db: Kysely<ReadDatabase>, putOff: readonly PutOff[]): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    putOff.map(({ definition }) =>
      limit(() =>
        db.transaction().execute(async (tx) => {
          await sql`set local maintenance_work_mem = '128MB'`.execute(tx);
          await sql`set local synchronous_commit = off`.execute(tx);
          await sql.raw(definition).execute(tx);
        }),
      ),
    ),
  );
}
