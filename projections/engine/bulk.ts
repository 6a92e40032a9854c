import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { send } from './transaction.ts';

export type ColumnType = 'text' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb';

export interface Column {
  name: string;
  type: ColumnType;
}

export interface Target {
  table: string;
  columns: readonly Column[];
  key: readonly string[];
  ifExists: 'replace' | 'keep';
}

/**
 * All rows in one statement with one parameter. A row whose `key` is there already is replaced,
 * or left as it is. `target`: a constant, its statement is made once.
 */
export async function upsertRows(tx: Kysely<ReadDatabase>, target: Target, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return;
  await send(tx, CompiledQuery.raw(textOf(tx, target), [JSON.stringify(rows)]));
}

const texts = new WeakMap<Target, string>();

/** Made once for each table: it is the same at every write. */
function textOf(tx: Kysely<ReadDatabase>, target: Target): string {
  const text = texts.get(target) ?? statement(target).compile(tx).sql;
  texts.set(target, text);
  return text;
}

/** Its one parameter: the rows as JSON. */
function statement({ table, columns, key, ifExists }: Target) {
  const names = sql.join(columns.map((c) => sql.id(c.name)));
  const kinds = sql.join(columns.map((c) => sql`${sql.id(c.name)} ${sql.raw(c.type)}`));
  const others = columns.filter((c) => !key.includes(c.name)).map((c) => sql`${sql.id(c.name)} = excluded.${sql.id(c.name)}`);
  const onConflict = ifExists === 'keep' ? sql`do nothing` : sql`do update set ${sql.join(others)}`;
  return sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_to_recordset(${''}::json) as r(${kinds})
    on conflict (${sql.join(key.map((c) => sql.id(c)))}) ${onConflict}`;
}
