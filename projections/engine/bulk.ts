import { CompiledQuery, sql } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import { statements } from '../database/compiled.ts';
import type { BatchTransaction } from './transaction.ts';

export type ColumnType =
  'text' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb' | 'uuid' | 'bytea';

/** Type of a column with positions in the log, which are ordered byte by byte in SQL too. */
export const POSITION_TYPE = sql<string>`text collate "C"`;

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

const textOf = oncePer((target: Target) => statement(target).compile().sql);

/** Builds the insert statement of a target; its only parameter is the rows as JSON. */
function statement({ table, columns, key, ifExists }: Target) {
  const names = columns.map(({ name }) => name);
  const definitions = columns.map((column) => sql<never>`${sql.id(column.name)} ${sql.raw(column.type)}`);
  const rows = sql<Record<string, unknown>>`json_to_recordset(${''}::json)`.as<'r'>(sql<never>`r(${sql.join(definitions)})`);
  const others = names.filter((name) => !key.includes(name));
  return statements
    .insertInto(table)
    .columns(names)
    .expression(({ selectFrom }) => selectFrom(rows).select(names))
    .onConflict((conflict) => {
      const existing = conflict.columns(key);
      if (ifExists === 'keep') return existing.doNothing();
      return existing.doUpdateSet(({ ref }) => Object.fromEntries(others.map((name) => [name, ref(`excluded.${name}`)])));
    });
}
