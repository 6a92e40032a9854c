import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fieldsByHead, importable, plainHead } from '#contracts/modules/import-columns.ts';
import { ERROR_COLUMN } from '#contracts/modules/importa.ts';
import type { RegisterHeads } from '#contracts/ports/file-reading.ts';

/** Field of a record for each column of the file; `null` for a column without one. */
export type Matching = readonly (string | null)[];

/** The digest of a password, as the specification's table of users keeps it. */
const PASSWORD_COLUMN = /^pass(word)?(_?md5)?$/i;
export const isPasswordColumn = (name: string): boolean => PASSWORD_COLUMN.test(name);

/** The heads of a register as plain values, for the process that reads files. */
export const headsOf = (def: AnyRegister): RegisterHeads => ({
  register: def.path,
  fields: importable(def).map(({ field }) => field),
  heads: [...fieldsByHead(def)],
  accounts: def.accounts !== undefined,
});

/** By the field's name or its label, however they are written; `byHand` (column → field, '' for none) comes first. A field is taken by one column alone. */
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
