import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { RowOf, SomeValuesOf } from './row.ts';

/** Returns a row of a register with these values; the other fields are empty. */
export const rowOf = <D extends AnyRegister>(def: D, values: SomeValuesOf<D> & { versione?: number }): RowOf<D> =>
  ({
    ...Object.fromEntries(Object.keys(def.fields).map((name) => [name, null])),
    utente: 'anna',
    versione: 1,
    ...values,
  }) as unknown as RowOf<D>;
