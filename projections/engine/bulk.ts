import { CompiledQuery, sql } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import { compileStatement } from '../database/compiled.ts';
import type { BatchTransaction } from './transaction.ts';

export type ColumnType =
  'text' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb' | 'uuid' | 'bytea';

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
 * Sends one statement that inserts all rows, passed as one JSON parameter. `target.ifExists` decides whether a row with an existing key replaces
 * the stored row or is ignored. Pass a constant as `target`, since its statement is compiled once per object.
 */
export function upsertRows(tx: BatchTransaction, target: Target, rows: readonly Record<string, unknown>[]): void {
  if (rows.length > 0) tx.send(CompiledQuery.raw(textOf(target), [JSON.stringify(rows)]));
}

const textOf = oncePer((target: Target) => compileStatement(statement(target)).sql);

/** Builds the insert statement of a target; its only parameter is the rows as JSON. */
function statement({ table, columns, key, ifExists }: Target) {
  const names = sql.join(columns.map((c) => sql.id(c.name)));
  const kinds = sql.join(columns.map((c) => sql`${sql.id(c.name)} ${sql.raw(c.type)}`));
  const others = columns.filter((c) => !key.includes(c.name)).map((c) => sql`${sql.id(c.name)} = excluded.${sql.id(c.name)}`);
  const onConflict = ifExists === 'keep' ? sql`do nothing` : sql`do update set ${sql.join(others)}`;
  return sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_to_recordset(${''}::json) as r(${kinds})
    on conflict (${sql.join(key.map((c) => sql.id(c)))}) ${onConflict}`;
}
