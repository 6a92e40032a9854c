import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { dirtyFields, normalise } from '../form/form-state.ts';
import type { LoadedRecord } from '../form/use-register-form.ts';

interface TypedValues {
  base: Values;
  values: Values;
  version: number | null;
}

/**
 * Moves a form onto its record after the record changed (a file was uploaded, renamed or deleted). Typed values
 * are kept, except in `changedFields`, the fields of that change. If somebody else changed a field with a typed value,
 * the old version number is kept, so that the save reports a conflict.
 */
export function rebase(
  def: AnyRegister,
  { base, values, version }: TypedValues,
  fresh: LoadedRecord,
  changedFields: readonly string[] = [],
): { record: LoadedRecord; values: Values } {
  const ownFields = dirtyFields(def, base, values).filter((fieldName) => !changedFields.includes(fieldName));
  const clash = ownFields.filter(
    (fieldName) => normalise(def, fieldName, base[fieldName]) !== normalise(def, fieldName, fresh.values[fieldName]),
  );
  const keep = (names: readonly string[], from: Values): Values =>
    Object.fromEntries(names.map((fieldName) => [fieldName, from[fieldName] ?? null]));
  return {
    record: clash.length === 0 ? fresh : { values: { ...fresh.values, ...keep(clash, base) }, version },
    values: { ...fresh.values, ...keep(ownFields, values) },
  };
}
