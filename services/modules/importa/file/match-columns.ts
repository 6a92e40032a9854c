import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fieldsByHead, importable, plainHead } from '#contracts/modules/import-columns.ts';
import { ERROR_COLUMN } from '#contracts/modules/importa.ts';
import type { RegisterHeads } from '#contracts/ports/file-reading.ts';

/** Field for each column of a file; `null` for a column without a field. */
export type Matching = readonly (string | null)[];

/** Matches the column with the MD5 digest of a user's password, as older dumps of the users' table name it. */
const PASSWORD_COLUMN = /^pass(word)?(_?md5)?$/i;
export const isPasswordColumn = (name: string): boolean => PASSWORD_COLUMN.test(name);

/** Returns the column names of a register as JSON values, for the process that reads files. */
export const headsOf = (def: AnyRegister): RegisterHeads => ({
  register: def.path,
  fields: importable(def).map(({ field }) => field),
  heads: [...fieldsByHead(def)],
  accounts: def.accounts !== undefined,
});

/**
 * Matches columns to fields by the name or label of the field, whatever its case, accents and signs. `byHand` (column → field, '' for none)
 * takes precedence. Each field is given to one column only.
 */
export function matchColumns(
  { fields, heads }: Pick<RegisterHeads, 'fields' | 'heads'>,
  columns: readonly string[],
  byHand: Readonly<Record<string, string>> = {},
): Matching {
  const names = new Map(heads);
  const free = new Set(fields);
  const take = (field: string | null | undefined): string | null => (field && free.delete(field) ? field : null);
  const chosen = columns.map((column) =>
    column === ERROR_COLUMN ? null : Object.hasOwn(byHand, column) ? take(byHand[column]) : undefined,
  );
  return columns.map((column, i) => (chosen[i] === undefined ? take(names.get(plainHead(column))) : chosen[i]!));
}
