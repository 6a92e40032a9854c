import { sql, type Kysely } from 'kysely';
import { SCHEMA_LETTURE, type LettureDatabase } from '../database.ts';

export interface Differenza {
  tabella: string;
  /** Rows of the replay that the live table has not, or has otherwise. */
  mancanti: number;
  /** Rows of the live table that the replay has not, or has otherwise. */
  inPiu: number;
  /** Keys of some of them. */
  esempi: string[];
}

const ESEMPI = 5;

/** The live table and the one of the same name in `schema`, all columns. */
export async function confronta(db: Kysely<LettureDatabase>, tabella: string, schema: string): Promise<{ righe: number; differenza: Differenza | null }> {
  const { colonne, chiave } = await struttura(db, schema, tabella);
  const lista = sql.join(colonne.map((c) => sql.id(c)));
  const viva = sql`select ${lista} from ${sql.table(`${SCHEMA_LETTURE}.${tabella}`)}`;
  const rigiocata = sql`select ${lista} from ${sql.table(`${schema}.${tabella}`)}`;
  const nome = sql`jsonb_build_array(${sql.join(chiave.map((c) => sql.id(c)))})::text`;
  const { rows } = await sql<{ righe: number; mancanti: number; in_piu: number; esempi: string[] | null }>`
    with mancanti as (${rigiocata} except all ${viva}), in_piu as (${viva} except all ${rigiocata})
    select (select count(*)::integer from (${rigiocata}) t) as righe,
      (select count(*)::integer from mancanti) as mancanti,
      (select count(*)::integer from in_piu) as in_piu,
      (select array_agg(distinct e.chiave) from (select ${nome} as chiave from mancanti union select ${nome} from in_piu limit ${sql.lit(ESEMPI)}) e) as esempi`.execute(db);
  const [riga] = rows;
  if (!riga) throw new Error(`no comparison of ${tabella}`);
  const differenza = riga.mancanti + riga.in_piu > 0 ? { tabella, mancanti: riga.mancanti, inPiu: riga.in_piu, esempi: riga.esempi ?? [] } : null;
  return { righe: riga.righe, differenza };
}

async function struttura(db: Kysely<LettureDatabase>, schema: string, tabella: string): Promise<{ colonne: string[]; chiave: string[] }> {
  const { rows } = await sql<{ nome: string; in_chiave: boolean }>`select a.attname as nome, coalesce(a.attnum = any(i.indkey::int2[]), false) as in_chiave
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = ${schema} and c.relname = ${tabella} and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(db);
  return { colonne: rows.map((r) => r.nome), chiave: rows.filter((r) => r.in_chiave).map((r) => r.nome) };
}
