import { sql, type Kysely } from 'kysely';
import { READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { rowCount, runStatement, statements } from '../database/compiled.ts';
import type { PostgresTables } from '../database/postgres-tables.ts';

export interface Difference {
  table: string;
  /** Number of rows of the replay that the live table lacks or has with other values. */
  missing: number;
  /** Number of rows of the live table that the replay lacks or has with other values. */
  extra: number;
  /** Keys of some of the different rows. */
  examples: string[];
}

const EXAMPLES = 5;

/** Compares all columns of a live table with the table of the same name in `schema`. */
export async function compare(
  db: Kysely<ReadDatabase>,
  table: string,
  schema: string,
): Promise<{ righe: number; differenza: Difference | null }> {
  const { colonne, chiave } = await structure(db, schema, table);
  const live = statements.selectFrom(`${READ_SCHEMA}.${table}`).select(colonne);
  const replayed = statements.selectFrom(`${schema}.${table}`).select(colonne);
  const keys = (rows: 'mancanti' | 'in_piu') =>
    statements.selectFrom(rows).select(({ cast, fn }) => cast<string>(fn('jsonb_build_array', chiave), 'text').as('chiave'));
  const [row] = await runStatement(
    db,
    statements
      .with('mancanti', () => replayed.exceptAll(live))
      .with('in_piu', () => live.exceptAll(replayed))
      .selectNoFrom(({ selectFrom }) => [
        selectFrom(replayed.as('t')).select(rowCount.as('count')).$asScalar().$notNull().as('righe'),
        selectFrom('mancanti').select(rowCount.as('count')).$asScalar().$notNull().as('mancanti'),
        selectFrom('in_piu').select(rowCount.as('count')).$asScalar().$notNull().as('in_piu'),
        selectFrom(keys('mancanti').union(keys('in_piu')).limit(sql.lit(EXAMPLES)).as('e'))
          .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['e.chiave']).distinct().as('keys'))
          .$asScalar()
          .as('esempi'),
      ]),
  );
  if (!row) throw new Error(`no comparison of ${table}`);
  const difference = row.mancanti + row.in_piu > 0 ? { table, missing: row.mancanti, extra: row.in_piu, examples: row.esempi ?? [] } : null;
  return { righe: row.righe, differenza: difference };
}

async function structure(db: Kysely<ReadDatabase>, schema: string, table: string): Promise<{ colonne: string[]; chiave: string[] }> {
  const rows = await db
    .withTables<PostgresTables>()
    .selectFrom('pg_attribute as a')
    .innerJoin('pg_class as c', 'c.oid', 'a.attrelid')
    .innerJoin('pg_namespace as n', 'n.oid', 'c.relnamespace')
    .leftJoin('pg_index as i', (join) => join.onRef('i.indrelid', '=', 'c.oid').on('i.indisprimary', '=', true))
    .select(({ eb, fn, lit }) => ['a.attname as nome', fn.coalesce(eb('a.attnum', '=', fn.any('i.indkey')), lit(false)).as('in_chiave')])
    .where('n.nspname', '=', schema)
    .where('c.relname', '=', table)
    .where('a.attnum', '>', 0)
    .where('a.attisdropped', '=', false)
    .orderBy('a.attnum')
    .execute();
  return { colonne: rows.map((r) => r.nome), chiave: rows.filter((r) => r.in_chiave).map((r) => r.nome) };
}
