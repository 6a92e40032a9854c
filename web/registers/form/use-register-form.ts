import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { WrongField } from '#contracts/core/errors.ts';
import { changedValues, dirtyFields, validate, withComputed, type FieldErrors, type FormMode } from './form-state.ts';
import type { FieldValue } from '../fields/types.ts';

export interface RegisterFormState {
  values: Values;
  /** The record as it was read, or a new one as it starts. */
  base: Values;
  /** The version that was read; it stays with `base`, whatever others save meanwhile. */
  version: number | null;
  set(fieldName: string, value: FieldValue): void;
  /** The person has left the field: from now on its message shows. */
  touch(fieldName: string): void;
  touchAll(): void;
  /** Messages to show. */
  errors: FieldErrors;
  /** Names of the fields that would change. */
  dirty: string[];
  changes(): Values;
  /** All messages, those that do not show yet too. */
  wrong: FieldErrors;
  valid: boolean;
  /** First wrong field, in the order of the form; those that the form's sections do not hold come last. */
  firstWrong: string | undefined;
  refuse(errors: readonly WrongField[]): void;
  /** A record read afresh; with `values`, what is typed over it. */
  reset(base: LoadedRecord, values?: Values): void;
  /** The record as it was written; what was typed since it was `sent` stays. */
  settle(base: LoadedRecord, sent: Values): void;
}

const nothing = (): void => {};

/** Values that only show: an older version. */
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

/** Values, messages and what changed. `record` is adopted when it changes and nothing is typed. */
export function useRegisterForm(def: AnyRegister, mode: FormMode, record: LoadedRecord, typed?: Values | null): RegisterFormState {
  const [{ values: base, version }, setBase] = useState(record);
  const [typedValues, setValues] = useState<Values>(() => ({ ...record.values, ...typed }));
  const values = useMemo(() => withComputed(def, typedValues), [def, typedValues]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const dirty = useMemo(() => dirtyFields(def, base, values), [def, base, values]);
  const wrong = useMemo(() => validate(def, values, mode, base), [def, values, mode, base]);

  const reset = useCallback((next: LoadedRecord, nextValues: Values = next.values) => {
    setBase(next);
    setValues(nextValues);
    setTouched(new Set());
    setRefused({});
  }, []);
  const settle = useCallback((next: LoadedRecord, sent: Values) => {
    setBase(next);
    setValues((now) => ({
      ...next.values,
      ...Object.fromEntries(Object.entries(now).filter(([fieldName, value]) => value !== sent[fieldName])),
    }));
    setTouched(new Set());
    setRefused({});
  }, []);
  const isDirty = useRef(false);
  isDirty.current = dirty.length > 0;
  useEffect(() => {
    if (!isDirty.current) reset(record);
  }, [record, reset]);

  const set = useCallback((fieldName: string, value: FieldValue) => {
    setValues((now) => (now[fieldName] === value ? now : { ...now, [fieldName]: value }));
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== fieldName)));
  }, []);
  const touch = useCallback((fieldName: string) => setTouched((now) => (now.has(fieldName) ? now : new Set(now).add(fieldName))), []);
  const touchAll = useCallback(() => setTouched(new Set([def.key.field, ...Object.keys(def.fields)])), [def]);
  const refuse = useCallback((errors: readonly WrongField[]) => {
    setRefused(Object.fromEntries(errors.map((e) => [fieldName(e.campo), e.messaggio])));
  }, []);

  const errors = useMemo(() => {
    const shown = Object.entries(wrong).filter(([fieldName]) => touched.has(fieldName));
    return { ...refused, ...Object.fromEntries(shown) };
  }, [wrong, touched, refused]);
  const order = def.form.sections.flatMap((s) => s.rows.flat());
  return {
    values,
    base,
    version,
    set,
    touch,
    touchAll,
    errors,
    dirty,
    wrong,
    changes: () => changedValues(def, base, values),
    valid: Object.keys(wrong).length === 0,
    firstWrong: [...order, ...Object.keys(wrong)].find((fieldName) => fieldName in wrong || fieldName in refused),
    refuse,
    reset,
    settle,
  };
}

/** `accise.ore` or `ore`: the server may say which body the field stood in. */
const fieldName = (fieldName: string): string => fieldName.split('.').at(-1) ?? fieldName;
