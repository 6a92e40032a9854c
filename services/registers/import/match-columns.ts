import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ERROR_COLUMN } from '#contracts/modules/importa.ts';

/** Which field of a record a column is for: by the file's column, `null` where there is none. */
export type Matching = readonly (string | null)[];

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Fields that a file may bring: those that people write, and the key. */
export function importable(def: AnyRegister): { field: string; label: string; required: boolean }[] {
  const written = Object.entries(def.fields).filter(([, { computed, kind }]) => !computed && kind !== 'document' && kind !== 'photo');
  const fields = [
    { field: def.key.field, label: def.key.label, required: def.key.kind === 'natural' },
    ...written.map(([field, { label, required = false }]) => ({ field, label, required: required || field === def.parent?.field })),
  ];
  return def.parent && !fields.some(({ field }) => field === def.parent!.field)
    ? [...fields, { field: def.parent.field, label: def.parent.field, required: true }]
    : fields;
}

/** By the field's name or its label, however they are written; `byHand` (column → field, '' for none) comes first. A field is taken by one column alone. */
export function matchColumns(def: AnyRegister, columns: readonly string[], byHand: Readonly<Record<string, string>> = {}): Matching {
  const fields = importable(def);
  const names = new Map(fields.flatMap(({ field, label }) => [[plain(label), field] as const]));
  for (const { field } of fields) names.set(plain(field), field);
  const taken = new Set<string>();
  const take = (field: string | null | undefined): string | null => {
    if (!field || taken.has(field) || !fields.some((one) => one.field === field)) return null;
    taken.add(field);
    return field;
  };
  const chosen = columns.map((column) =>
    column === ERROR_COLUMN ? null : Object.hasOwn(byHand, column) ? take(byHand[column]) : undefined,
  );
  return columns.map((column, i) => (chosen[i] === undefined ? take(names.get(plain(column))) : chosen[i]!));
}
