import { labelOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import type { Problem } from '#contracts/core/errors.ts';
import { normalise, valuesOf } from './form-state.ts';

/** The record as somebody else left it while the form was open. */
export interface Conflict {
  values: Values;
  version: number;
  utente: string;
  quando: string | null;
}

/** Reads the other person's version from a 409; `null` if the error is no version conflict (a key already taken). */
export function conflictOf(
  def: AnyRegister,
  id: string,
  { attuale: current, versione, utente, quando }: Readonly<Partial<Problem>>,
): Conflict | null {
  if (typeof versione !== 'number' || typeof current !== 'object' || current === null) return null;
  return {
    values: { ...valuesOf(def, current as Record<string, unknown>), [def.key.field]: def.key.kind === 'sequence' ? Number(id) : id },
    version: versione,
    utente: typeof utente === 'string' ? utente : "un'altra persona",
    quando: typeof quando === 'string' ? quando : null,
  };
}

export type Side = 'mio' | 'suo';

export interface ConflictField {
  campo: string;
  etichetta: string;
  mio: string | number | null;
  suo: string | number | null;
  /** `mio` if only I changed the field; `null` if both did and the person must choose. */
  choice: Side | null;
}

/** Returns the fields that I changed and whose value differs in the other person's version. `base` is the record as I read it. */
export function conflictFields(def: AnyRegister, base: Values, ownValues: Values, otherValues: Values): ConflictField[] {
  return Object.keys(def.fields).flatMap((fieldName) => {
    const was = normalise(def, fieldName, base[fieldName]);
    const myValue = normalise(def, fieldName, ownValues[fieldName]);
    const theirValue = normalise(def, fieldName, otherValues[fieldName]);
    if (myValue === was || myValue === theirValue || def.fields[fieldName]?.computed) return [];
    return [
      { campo: fieldName, etichetta: labelOf(def, fieldName), mio: myValue, suo: theirValue, choice: theirValue === was ? 'mio' : null },
    ];
  });
}

/** Returns the labels of the fields that only the other person changed; their values are kept. */
export function onlyTheirs(def: AnyRegister, base: Values, ownValues: Values, otherValues: Values): string[] {
  return Object.keys(def.fields)
    .filter((fieldName) => {
      const was = normalise(def, fieldName, base[fieldName]);
      return (
        normalise(def, fieldName, ownValues[fieldName]) === was &&
        normalise(def, fieldName, otherValues[fieldName]) !== was &&
        !def.fields[fieldName]?.computed
      );
    })
    .map((fieldName) => labelOf(def, fieldName));
}

/** Returns the other person's values, with mine in the fields where I chose mine. */
export function mergeChoices(otherValues: Values, fields: readonly ConflictField[], choices: Readonly<Record<string, Side>>): Values {
  const merged = { ...otherValues };
  for (const { campo, mio: myValue } of fields) if (choices[campo] === 'mio') merged[campo] = myValue;
  return merged;
}
