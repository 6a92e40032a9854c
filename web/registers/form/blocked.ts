import { labelOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import type { FieldErrors } from './form-state.ts';

interface Blockable {
  values: Values;
  /** All errors, including those not shown yet. */
  wrong: FieldErrors;
}

const isEmpty = (value: Values[string] | undefined): boolean => value === null || value === undefined || value === '';

/** Returns in few words why the values cannot be saved, or `null`. The text is shown beside the button. */
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

/** Returns why a new record cannot be saved, or `null`. A form without required fields still needs at least one value. */
export function creationInWords(def: AnyRegister, form: Blockable): string | null {
  const filled = def.form.sections.some(({ rows }) => rows.flat().some((name) => !isEmpty(form.values[name]) && form.values[name] !== 0));
  return faultsInWords(def, form) ?? (filled ? null : 'Ancora nulla da salvare');
}

/** Returns why an existing record cannot be saved, or `null`. An unchanged record has nothing to save. */
export const changeInWords = (def: AnyRegister, form: Blockable & { dirty: readonly string[] }): string | null =>
  faultsInWords(def, form) ?? (form.dirty.length === 0 ? 'Nessuna modifica da salvare' : null);
