import { sql, type Transaction } from 'kysely';
import type { LettureDatabase } from '../database.ts';

export type TipoColonna = 'text' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb';

export interface Colonna {
  nome: string;
  tipo: TipoColonna;
}

/**
 * All rows in one statement with one parameter. A row whose `chiave` is there already is replaced,
 * or left as it is.
 */
export async function scriviRighe(
  tx: Transaction<LettureDatabase>,
  { tabella, colonne, chiave, seEsiste }: { tabella: string; colonne: readonly Colonna[]; chiave: readonly string[]; seEsiste: 'sostituisci' | 'lascia' },
  righe: readonly Record<string, unknown>[],
): Promise<void> {
  if (righe.length === 0) return;
  const nomi = sql.join(colonne.map((c) => sql.id(c.nome)));
  const tipi = sql.join(colonne.map((c) => sql`${sql.id(c.nome)} ${sql.raw(c.tipo)}`));
  const altre = colonne.filter((c) => !chiave.includes(c.nome)).map((c) => sql`${sql.id(c.nome)} = excluded.${sql.id(c.nome)}`);
  const poi = seEsiste === 'lascia' ? sql`do nothing` : sql`do update set ${sql.join(altre)}`;
  await sql`insert into ${sql.table(tabella)} (${nomi})
    select ${nomi} from json_to_recordset(${JSON.stringify(righe)}::json) as r(${tipi})
    on conflict (${sql.join(chiave.map((c) => sql.id(c)))}) ${poi}`.execute(tx);
}
