import { useRef } from 'react';
import type { FieldValue } from '#web/registers/fields/types.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';

/** A reading of hours costs nothing. */
export const READ = 'Lettura';

/** Setting fields of the form: a reading takes the cost away, and another type brings it back. */
export function useCosto(form: RegisterFormState): (fieldName: string, value: FieldValue) => void {
  const removed = useRef<FieldValue>(null);
  return (fieldName, value) => {
    form.set(fieldName, value);
    if (fieldName !== 'tipologia' || value === form.values['tipologia']) return;
    const costo = form.values['costo'] ?? null;
    if (value === READ) {
      removed.current = costo;
      form.set('costo', null);
    } else if (costo === null && removed.current !== null) {
      form.set('costo', removed.current);
      removed.current = null;
    }
  };
}
