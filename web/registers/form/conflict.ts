import { labelOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { normalised } from './form-state.ts';

export type Side = 'mio' | 'suo';

export interface ConflictField {
  campo: string;
  etichetta: string;
  mio: string | number | null;
  suo: string | number | null;
  /** Set where only one of the two changed the field; where both did, nobody chooses for the person. */
  scelta: Side | null;
}

/**
 * Field by field, what stands between my form and the record as somebody else left it. `base` is
 * the record as I read it.
 */
export function conflictFields(def: AnyRegister, base: Values, mine: Values, theirs: Values): ConflictField[] {
  return Object.keys(def.fields).flatMap((campo) => {
    const era = normalised(def, campo, base[campo]);
    const mio = normalised(def, campo, mine[campo]);
    const suo = normalised(def, campo, theirs[campo]);
    if (mio === suo) return [];
    const scelta = mio === era ? 'suo' : suo === era ? 'mio' : null;
    return [{ campo, etichetta: labelOf(def, campo), mio, suo, scelta }];
  });
}

/** The form after the choice: the other person's record, with my values where I keep them. */
export function mergeChoices(theirs: Values, fields: readonly ConflictField[], choices: Readonly<Record<string, Side>>): Values {
  const merged = { ...theirs };
  for (const { campo, mio } of fields) if (choices[campo] === 'mio') merged[campo] = mio;
  return merged;
}
