import { useRef } from 'react';
import type { FieldValue } from '#web/registers/fields/types.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';

/** A reading of hours costs nothing. */
export const LETTURA = 'Lettura';

/** Setting fields of the form: a reading takes the cost away, and another type brings it back. */
export function useCosto(form: RegisterFormState): (campo: string, value: FieldValue) => void {
  const tolto = useRef<FieldValue>(null);
  return (campo, value) => {
    form.set(campo, value);
    if (campo !== 'tipologia' || value === form.values['tipologia']) return;
    const costo = form.values['costo'] ?? null;
    if (value === LETTURA) {
      tolto.current = costo;
      form.set('costo', null);
    } else if (costo === null && tolto.current !== null) {
      form.set('costo', tolto.current);
      tolto.current = null;
    }
  };
}
