import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';

/** Row of a register as sent by the server. */
export type Row = Record<string, string | number | null> & { utente: string; versione: number };

type ValueOf<F extends Field> = F extends { kind: 'number' | 'money' }
  ? number | null
  : F extends { kind: 'flag' }
    ? 0 | 1 | null
    : string | null;

/** Row of register `D`; each field has the type that the definition gives. */
export type RowOf<D extends AnyRegister> = Row & { [K in keyof D['fields']]: ValueOf<D['fields'][K]> };
