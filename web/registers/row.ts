import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { todayInRome } from '#web/lib/format.ts';

/** Row of a register as sent by the server. */
export type Row = Record<string, string | number | null> & { utente: string; versione: number };

type ValueOf<F extends Field> = F extends { kind: 'number' | 'money' }
  ? number | null
  : F extends { kind: 'flag' }
    ? 0 | 1 | null
    : string | null;

/** Field of a row of a list as of an instant: the day on which what the row derives is judged. */
const SEEN_ON = 'visto_il';

export const seenOn = (row: Row, day: string): Row => ({ ...row, [SEEN_ON]: day });

/** Returns the day on which a row's deadlines are judged: today, or the day of the list as of an instant. */
export const dayOf = (row: Readonly<Record<string, unknown>>): string => (row[SEEN_ON] as string | undefined) ?? todayInRome();

/** Fields that every row has beside those of its definition. */
// a type, since an interface does not fit a record of names
type Metadata = { utente: string; versione: number };

type KeyOf<D extends AnyRegister> = { [K in D['key']['field']]: D['key'] extends { kind: 'natural' } ? string : number };

/** Row of register `D`: its fields, each with the type that the definition gives, and its key. No other name may be read from it. */
export type RowOf<D extends AnyRegister> = Metadata & KeyOf<D> & { [K in keyof D['fields']]: ValueOf<D['fields'][K]> };
