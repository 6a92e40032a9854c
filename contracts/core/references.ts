import type { AnyRegister, Values } from './define-register.ts';
import type { Field, MultiField, RefField } from './fields.ts';

/** Number of records in other registers that reference a record (`GET api/riferimenti`). */
export interface References {
  /** Number of records that the reader may see. */
  totale: number;
  per: { tabella: string; etichetta: string; quanti: number }[];
  /** True if there are also records that the reader may not see; their number is not disclosed. */
  altri: boolean;
}

/** A field of a register that holds a value of another register. */
export interface Reference {
  def: AnyRegister;
  campo: string;
  /** Field of the referenced register whose value is stored. */
  valore: string;
  /** The field holds several values, joined by comma and space. */
  multiplo: boolean;
}

/** Returns the registers from which a field's value may come; none for fields that are no references. */
export function targetsOf(field: Field): readonly { register: string; value: string }[] {
  if (field.kind !== 'ref' && field.kind !== 'multi') return [];
  return [field, ...(field.kind === 'ref' ? (field.also ?? []) : [])];
}

/** Returns the fields of these registers that reference this register; deleting a record would leave their values dangling. */
export function referencesAmong(registers: readonly AnyRegister[], def: AnyRegister): Reference[] {
  return registers.flatMap((other) =>
    Object.entries(other.fields).flatMap(([campo, field]) =>
      targetsOf(field).flatMap(({ register, value }) =>
        register === def.path ? [{ def: other, campo, valore: value, multiplo: field.kind === 'multi' }] : [],
      ),
    ),
  );
}

/** A value that must exist in a field of one of these registers; with `parent`, among the children of that record. */
export interface NamedValue {
  campo: string;
  value: string | number;
  targets: readonly { register: string; value: string; parent?: string | number }[];
}

/**
 * Returns the values of `after` that name records and are not already in `before`. Computed fields are skipped: their values were already
 * looked up.
 */
export function namedValues(def: AnyRegister, after: Values, before: Values = {}): NamedValue[] {
  return Object.entries(def.fields).flatMap(([campo, field]) => {
    if ((field.kind !== 'ref' && field.kind !== 'multi') || field.computed) return [];
    const targets = placesOf(field, after);
    const moved = field.kind === 'ref' && field.among !== undefined && differs(field.among.by, after, before);
    const stood = moved ? [] : valuesIn(field, before[campo]);
    return valuesIn(field, after[campo])
      .filter((value) => !stood.includes(value) && !(field.kind === 'ref' && value === field.every))
      .map((value) => ({ campo, value, targets }));
  });
}

function placesOf(field: RefField | MultiField, values: Values): NamedValue['targets'] {
  if (field.kind === 'multi' || !field.among) return targetsOf(field);
  const { register, value, by } = field.among;
  return [{ register, value, parent: values[by] ?? '' }];
}

function valuesIn(field: RefField | MultiField, value: Values[string] | undefined): (string | number)[] {
  if (value === null || value === undefined || value === '') return [];
  return field.kind === 'multi' ? String(value).split(', ') : [value];
}

const differs = (field: string, after: Values, before: Values): boolean => (after[field] ?? null) !== (before[field] ?? null);

/** Returns the values that must be unique in combination; `null` for a register without such a rule. */
export const distinctValues = ({ distinct }: AnyRegister, values: Values): Values | null =>
  distinct ? Object.fromEntries(distinct.fields.map((field) => [field, values[field] ?? null])) : null;
