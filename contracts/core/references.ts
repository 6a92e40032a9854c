import type { AnyRegister } from './define-register.ts';
import type { Field } from './fields.ts';

/** How many records of other registers point to one (`GET api/riferimenti`). */
export interface References {
  /** Of the records that the reader may see. */
  totale: number;
  per: { tabella: string; etichetta: string; quanti: number }[];
  /** There are also some that the reader may not see; how many is not told. */
  altri: boolean;
}

/** A field of a register that holds a value of another one. */
export interface Reference {
  def: AnyRegister;
  campo: string;
  /** Field of the other register. */
  valore: string;
  /** Several values, joined by comma and space. */
  multiplo: boolean;
}

/** The registers a field's value may come from. */
export function targetsOf(field: Field): readonly { register: string; value: string }[] {
  if (field.kind !== 'ref' && field.kind !== 'multi') return [];
  return [field, ...(field.kind === 'ref' ? (field.also ?? []) : [])];
}

/** Fields of these registers that hold a value of this one: what a deletion would leave dangling. */
export function referencesAmong(registers: readonly AnyRegister[], def: AnyRegister): Reference[] {
  return registers.flatMap((other) =>
    Object.entries(other.fields).flatMap(([campo, field]) =>
      targetsOf(field).flatMap(({ register, value }) =>
        register === def.path ? [{ def: other, campo, valore: value, multiplo: field.kind === 'multi' }] : [],
      ),
    ),
  );
}
