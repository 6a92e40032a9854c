import type { AnyRegister, Values } from './define-register.ts';
import type { FieldValue } from './fields.ts';
import { recordKey, type RecordState, type StreamState } from './record-state.ts';

/**
 * Values of a record of register `D`, each under the type that the definition gives; undefined if the record never had one. No other name may
 * be read.
 */
export type ValuesOf<D extends AnyRegister> = { readonly [K in keyof D['fields']]?: FieldValue<D['fields'][K]> | null };

/** Name of a field of register `D`, or of its key. */
export type NameOf<D extends AnyRegister> = (keyof D['fields'] & string) | D['key']['field'];

/** State of a record of register `D`, from which only the declared fields can be read. */
export type RecordOf<D extends AnyRegister> = Omit<RecordState, 'values'> & { values: ValuesOf<D> };

/** Returns values under the types of their register's definition. */
export const valuesOf = <D extends AnyRegister>(_def: D, values: Values): ValuesOf<D> => values as ValuesOf<D>;

/** Returns the record of a register in a stream's state, also a deleted one. */
export const recordIn = <D extends AnyRegister>(state: StreamState, def: D, key: string | number): RecordOf<D> | undefined =>
  state.get(recordKey(def.path, key)) as RecordOf<D> | undefined;

/** Returns the existing records of a register in a stream's state. */
export const recordsIn = <D extends AnyRegister>(state: StreamState, def: D): RecordOf<D>[] =>
  [...state.values()].filter((record) => record.table === def.path && record.exists) as RecordOf<D>[];
