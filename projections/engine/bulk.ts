import { sql, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';

export type ColumnType = 'text' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb';

export interface Column {
  name: string;
  type: ColumnType;
}

/**
 * All rows in one statement with one parameter. A row whose `key` is there already is replaced,
 * or left as it is.
 */
export async function upsertRows(
  tx: Kysely<ReadDatabase>,
  { table, columns, key, ifExists }: { table: string; columns: readonly Column[]; key: readonly string[]; ifExists: 'replace' | 'keep' },
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((c) => sql.id(c.name)));
  const kinds = sql.join(columns.map((c) => sql`${sql.id(c.name)} ${sql.raw(c.type)}`));
  const others = columns.filter((c) => !key.includes(c.name)).map((c) => sql`${sql.id(c.name)} = excluded.${sql.id(c.name)}`);
  const onConflict = ifExists === 'keep' ? sql`do nothing` : sql`do update set ${sql.join(others)}`;
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as r(${kinds})
    on conflict (${sql.join(key.map((c) => sql.id(c)))}) ${onConflict}`.execute(tx);
}
