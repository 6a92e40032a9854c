import type { NameOf } from '#contracts/core/typed-record.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { WrongField } from '#contracts/core/errors.ts';
import { changedValues, dirtyFields, validate, withComputed, type FieldErrors, type FormMode } from './form-state.ts';
import type { FieldValue } from '../fields/types.ts';
import type { FormValuesOf } from '../row.ts';

export interface RegisterFormState<D extends AnyRegister = AnyRegister> {
  values: FormValuesOf<D>;
  /** Values of the record as read, or the initial values of a new record. */
  base: FormValuesOf<D>;
  /** Version of `base`; later saves by others do not change it. */
  version: number | null;
  set(fieldName: NameOf<D>, value: FieldValue): void;
  /** Marks a field as left, so that its message is shown from now on. */
  touch(fieldName: NameOf<D>): void;
  touchAll(): void;
  /** Messages to show now, by field. */
  errors: FieldErrors<NameOf<D>>;
  /** Names of the changed fields. */
  dirty: string[];
  changes(): Values;
  /** All messages by field, including those not shown yet. */
  wrong: FieldErrors;
  valid: boolean;
  /** First wrong field in the form's order; fields outside the form's sections come last. */
  firstWrong: string | undefined;
  refuse(errors: readonly WrongField[]): void;
  /** Replaces the record by one read again; `values`: input to keep over it. */
  reset(base: LoadedRecord, values?: Values): void;
  /** Replaces the record by the written one; input typed after `sentValues` is kept. */
  settle(base: LoadedRecord, sentValues: Values): void;
}

const nothing = (): void => {};

/** Returns a read-only form state, for an older version. */
export const frozenForm = (values: Values): RegisterFormState => ({
  values,
  base: values,
  version: null,
  errors: {},
  dirty: [],
  wrong: {},
  valid: true,
  firstWrong: undefined,
  changes: () => ({}),
  set: nothing,
  touch: nothing,
  touchAll: nothing,
  refuse: nothing,
  reset: nothing,
  settle: nothing,
});

export interface LoadedRecord {
  values: Values;
  /** `null` for a new record. */
  version: number | null;
}

/** Manages a form's values, messages and changed fields. A new `record` is adopted if nothing is typed. */
export function useRegisterForm<D extends AnyRegister>(
  def: D,
  mode: FormMode,
  record: LoadedRecord,
  draftValues?: Values | null,
): RegisterFormState<D> {
  const [{ values: base, version }, setBase] = useState(record);
  const [typedValues, setValues] = useState<Values>(() => ({ ...record.values, ...draftValues }));
  const values = useMemo(() => withComputed(def, typedValues), [def, typedValues]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const dirty = useMemo(() => dirtyFields(def, base, values), [def, base, values]);
  const wrong = useMemo(() => validate(def, values, mode, base), [def, values, mode, base]);

  const reset = useCallback((next: LoadedRecord, nextValues: Values = next.values) => {
    setBase(next);
    setValues(nextValues);
    setTouched(new Set());
    setServerErrors({});
  }, []);
  const settle = useCallback((next: LoadedRecord, sentValues: Values) => {
    setBase(next);
    setValues((now) => ({
      ...next.values,
      ...Object.fromEntries(Object.entries(now).filter(([fieldName, value]) => value !== sentValues[fieldName])),
    }));
    setTouched(new Set());
    setServerErrors({});
  }, []);
  const isDirty = useRef(false);
  isDirty.current = dirty.length > 0;
  useEffect(() => {
    if (!isDirty.current) reset(record);
  }, [record, reset]);

  const set = useCallback((fieldName: string, value: FieldValue) => {
    setValues((now) => (now[fieldName] === value ? now : { ...now, [fieldName]: value }));
    setServerErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== fieldName)));
  }, []);
  const touch = useCallback((fieldName: string) => setTouched((now) => (now.has(fieldName) ? now : new Set(now).add(fieldName))), []);
  const touchAll = useCallback(() => setTouched(new Set([def.key.field, ...Object.keys(def.fields)])), [def]);
  const refuse = useCallback((errors: readonly WrongField[]) => {
    setServerErrors(Object.fromEntries(errors.map((e) => [fieldName(e.campo), e.messaggio])));
  }, []);

  const errors = useMemo(() => {
    const shown = Object.entries(wrong).filter(([fieldName]) => touched.has(fieldName));
    return { ...serverErrors, ...Object.fromEntries(shown) };
  }, [wrong, touched, serverErrors]);
  const order = def.form.sections.flatMap((s) => s.rows.flat());
  return {
    // the record was read or made by this definition, and inputs set only its fields
    values: values as FormValuesOf<D>,
    base: base as FormValuesOf<D>,
    version,
    set,
    touch,
    touchAll,
    errors: errors as FieldErrors<NameOf<D>>,
    dirty,
    wrong,
    changes: () => changedValues(def, base, values),
    valid: Object.keys(wrong).length === 0,
    firstWrong: [...order, ...Object.keys(wrong)].find((fieldName) => fieldName in wrong || fieldName in serverErrors),
    refuse,
    reset,
    settle,
  };
}

/** Removes the prefix of a field name: the server may send `accise.ore` for `ore`. */
const fieldName = (fieldName: string): string => fieldName.split('.').at(-1) ?? fieldName;
