import { sql, type Kysely } from 'kysely';
import { READ_SCHEMA, type ReadDatabase } from '../database.ts';

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
  const list = sql.join(colonne.map((c) => sql.id(c)));
  const live = sql`select ${list} from ${sql.table(`${READ_SCHEMA}.${table}`)}`;
  const replayed = sql`select ${list} from ${sql.table(`${schema}.${table}`)}`;
  const name = sql`jsonb_build_array(${sql.join(chiave.map((c) => sql.id(c)))})::text`;
  const { rows } = await sql<{ righe: number; mancanti: number; in_piu: number; esempi: string[] | null }>`
    with mancanti as (${replayed} except all ${live}), in_piu as (${live} except all ${replayed})
    select (select count(*)::integer from (${replayed}) t) as righe,
      (select count(*)::integer from mancanti) as mancanti,
      (select count(*)::integer from in_piu) as in_piu,
      (select array_agg(distinct e.chiave) from (select ${name} as chiave from mancanti union select ${name} from in_piu limit ${sql.lit(EXAMPLES)}) e) as esempi`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error(`no comparison of ${table}`);
  const difference = row.mancanti + row.in_piu > 0 ? { table, missing: row.mancanti, extra: row.in_piu, examples: row.esempi ?? [] } : null;
  return { righe: row.righe, differenza: difference };
}

async function structure(db: Kysely<ReadDatabase>, schema: string, table: string): Promise<{ colonne: string[]; chiave: string[] }> {
  const { rows } = await sql<{
    nome: string;
    in_chiave: boolean;
  }>`select a.attname as nome, coalesce(a.attnum = any(i.indkey::int2[]), false) as in_chiave
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(db);
  return { colonne: rows.map((r) => r.nome), chiave: rows.filter((r) => r.in_chiave).map((r) => r.nome) };
}
