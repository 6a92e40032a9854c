import { labelOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import type { FieldErrors } from './form-state.ts';

interface Blockable {
  values: Values;
  /** All that is wrong, whether its message shows or not. */
  wrong: FieldErrors;
}

const isEmpty = (value: Values[string] | undefined): boolean => value === null || value === undefined || value === '';

/** Why these values cannot be saved, in few words for the place beside the button; `null`: they can. */
function faultsInWords(def: AnyRegister, { values, wrong }: Blockable): string | null {
  const names = Object.keys(wrong);
  const say = (how: string, some: readonly string[]) =>
    some.length === 0 ? [] : [`${how}: ${some.map((name) => labelOf(def, name)).join(', ')}`];
  const missing = names.filter((name) => isEmpty(values[name]));
  return (
    [
      ...say('Manca', missing),
      ...say(
        'Da correggere',
        names.filter((name) => !missing.includes(name)),
      ),
    ].join('. ') || null
  );
}

/** The same for a new one: its form can have fields that none is asked for, but not all of them left empty. */
export function creationInWords(def: AnyRegister, form: Blockable): string | null {
  const filled = def.form.sections.some(({ rows }) => rows.flat().some((name) => !isEmpty(form.values[name]) && form.values[name] !== 0));
  return faultsInWords(def, form) ?? (filled ? null : 'Ancora nulla da salvare');
}

/** The same for a record that is there already: unchanged, there is nothing to save either. */
export const changeInWords = (def: AnyRegister, form: Blockable & { dirty: readonly string[] }): string | null =>
  faultsInWords(def, form) ?? (form.dirty.length === 0 ? 'Nessuna modifica da salvare' : null);
