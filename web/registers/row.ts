import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { FieldValue } from '#contracts/core/fields.ts';
import { todayInRome } from '#web/lib/format.ts';

/** Row of a register as sent by the server. */
export type Row = Record<string, string | number | null> & { utente: string; versione: number };

/** Field of a row of a list as of an instant: the day on which what the row derives is judged. */
const SEEN_ON = 'visto_il';

export const seenOn = <R extends Row>(row: R, day: string): R => ({ ...row, [SEEN_ON]: day });

/** Returns the day on which a row's deadlines are judged: today, or the day of the list as of an instant. */
export const dayOf = (row: Readonly<Record<string, unknown>>): string => (row[SEEN_ON] as string | undefined) ?? todayInRome();

/** Fields that every row has beside those of its definition. */
// a type, since an interface does not fit a record of names
type Metadata = { utente: string; versione: number };

/** The key under its name; nothing for a register known only at run time. */
type KeyOf<D extends AnyRegister> = {
  [K in D['key']['field'] as string extends K ? never : K]: D['key'] extends { kind: 'natural' } ? string : number;
};

type FieldsOf<D extends AnyRegister> = { [K in keyof D['fields']]: FieldValue<D['fields'][K]> | null };

/** Row of register `D`: its fields, each with the type that the definition gives, and its key. No other name may be read from it. */
export type RowOf<D extends AnyRegister> = Metadata & KeyOf<D> & FieldsOf<D>;

/** Values of a record of register `D` in a form; a new record has no key yet. */
export type FormValuesOf<D extends AnyRegister> = FieldsOf<D> & Partial<KeyOf<D>>;

/** Values of some fields of a record of register `D`: those that change, or that a new record starts with. */
export type SomeValuesOf<D extends AnyRegister> = Readonly<string extends keyof D['fields'] ? Values : Partial<FormValuesOf<D>>>;
