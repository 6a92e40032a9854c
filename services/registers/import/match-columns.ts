import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fieldsByHead, importable, plainHead } from '#contracts/modules/import-columns.ts';
import { ERROR_COLUMN } from '#contracts/modules/importa.ts';

/** Which field of a record a column is for: by the file's column, `null` where there is none. */
export type Matching = readonly (string | null)[];

/** By the field's name or its label, however they are written; `byHand` (column → field, '' for none) comes first. A field is taken by one column alone. */
export function matchColumns(def: AnyRegister, columns: readonly string[], byHand: Readonly<Record<string, string>> = {}): Matching {
  const fields = importable(def);
  const names = fieldsByHead(def);
  const taken = new Set<string>();
  const take = (field: string | null | undefined): string | null => {
    if (!field || taken.has(field) || !fields.some((one) => one.field === field)) return null;
    taken.add(field);
    return field;
  };
  const chosen = columns.map((column) =>
    column === ERROR_COLUMN ? null : Object.hasOwn(byHand, column) ? take(byHand[column]) : undefined,
  );
  return columns.map((column, i) => (chosen[i] === undefined ? take(names.get(plainHead(column))) : chosen[i]!));
}
