import type { NameOf } from '#contracts/core/typed-record.ts';
import { useRef } from 'react';
import type { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { FieldValue } from '#web/registers/fields/types.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';

/** Type of an hour reading, which has no cost. */
export const READ = 'Lettura';

/** Returns the form's setter: the type "Lettura" removes the cost, another type restores it. */
export function useCosto(
  form: RegisterFormState<typeof manutenzioni>,
): (fieldName: NameOf<typeof manutenzioni>, value: FieldValue) => void {
  const removed = useRef<FieldValue>(null);
  return (fieldName, value) => {
    form.set(fieldName, value);
    if (fieldName !== 'tipologia' || value === form.values.tipologia) return;
    const costo = form.values.costo;
    if (value === READ) {
      removed.current = costo;
      form.set('costo', null);
    } else if (costo === null && removed.current !== null) {
      form.set('costo', removed.current);
      removed.current = null;
    }
  };
}
