import { CompiledQuery } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import { statements } from '../database/compiled.ts';
import { jsonRows } from '../json-rows.ts';
import type { Target } from './columns.ts';
import type { BatchTransaction } from './transaction.ts';

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
  const others = names.filter((name) => !key.includes(name));
  return statements
    .insertInto(table)
    .columns(names)
    .expression(({ selectFrom }) => selectFrom(jsonRows<Record<string, unknown>, 'r'>([], 'r', columns)).select(names))
    .onConflict((conflict) => {
      const existing = conflict.columns(key);
      if (ifExists === 'keep') return existing.doNothing();
      return existing.doUpdateSet(({ ref }) => Object.fromEntries(others.map((name) => [name, ref(`excluded.${name}`)])));
    });
}
