import { sendable, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { fieldSchema } from '#contracts/core/field-schema.ts';
import { keySchema, valuesSchema } from '#contracts/core/register-schema.ts';

export type FormMode = 'nuovo' | 'modifica';
/** Messages by field. */
export type FieldErrors<N extends string = string> = Readonly<Partial<Record<N, string>>>;

/** Returns the initial values of a new record. */
export function newValues(def: AnyRegister, today: string): Values {
  return Object.fromEntries(
    Object.entries(def.fields).map(([name, field]) => {
      if (field.kind === 'date' && field.today) return [name, today];
      return [name, field.kind === 'flag' && !field.proposed ? 0 : null];
    }),
  );
}

/** Reads initial values of a new record from an address: `?matricola=A0112`. */
export function valuesFromAddress(def: AnyRegister, search: string): Values {
  const given = [...new URLSearchParams(search)].filter(([name, value]) => value !== '' && (name in def.fields || name === def.key.field));
  return Object.fromEntries(given.map(([name, value]) => [name, normalise(def, name, value)]));
}

/** Returns a row's values and key, without owner and version. */
export function valuesOf(def: AnyRegister, row: Readonly<Record<string, unknown>>): Values {
  const names = new Set([def.key.field, ...Object.keys(def.fields)]);
  return Object.fromEntries([...names].map((name) => [name, plain(row[name])]));
}

/** Returns a value as it would be stored, so that "1.234,5" and 1234.5, or "" and null, compare equal. */
export function normalise(def: AnyRegister, name: string, value: unknown): string | number | null {
  const field = def.fields[name];
  if (!field) return plain(value);
  const parsed = fieldSchema(field).safeParse(value ?? null);
  return parsed.success ? parsed.data : plain(value);
}

/** Adds the computed values, as the portal will compute them. */
export function withComputed(def: AnyRegister, values: Values): Values {
  const made = Object.entries(def.derive?.(values) ?? {}).filter(([name]) => def.fields[name]?.computed);
  return made.some(([name, value]) => values[name] !== value) ? { ...values, ...Object.fromEntries(made) } : values;
}

/** Returns the names of changed fields, in the definition's order; computed fields are left out. */
export function dirtyFields(def: AnyRegister, base: Values, values: Values): string[] {
  const names = new Set([...Object.keys(sendable(def, def.fields)), def.key.field]);
  return [...names].filter((name) => name in values && normalise(def, name, values[name]) !== normalise(def, name, base[name]));
}

/** Returns the changed values as they will be stored. */
export function changedValues(def: AnyRegister, base: Values, values: Values): Values {
  return Object.fromEntries(dirtyFields(def, base, values).map((name) => [name, normalise(def, name, values[name])]));
}

/** Returns all non-empty values of a new record, including untouched initial values such as today's date. */
export function createdValues(def: AnyRegister, values: Values): Values {
  const stored = Object.keys(sendable(def, values)).map((name) => [name, normalise(def, name, values[name])] as const);
  return Object.fromEntries(stored.filter(([, value]) => value !== null));
}

/** Returns an error message by field; empty when the record can be saved. `base`: the record as it was read. */
export function validate(def: AnyRegister, values: Values, mode: FormMode, base?: Values): FieldErrors {
  const errors: Record<string, string> = {};
  const { [def.key.field]: key, ...withoutKey } = values;
  const input = sendable(def, def.key.field in def.fields ? values : withoutKey);
  const parsed = valuesSchema(def, mode === 'nuovo' ? 'create' : 'change').safeParse(input);
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    errors[name] ??= issue.message;
  }
  if (mode === 'nuovo' && def.key.kind === 'natural') {
    const checked = keySchema(def).safeParse(key ?? '');
    if (!checked.success) errors[def.key.field] = checked.error.issues[0]?.message ?? 'Non valido';
  }
  if (!def.faults) return errors;
  const stored = Object.fromEntries(Object.keys(values).map((name) => [name, normalise(def, name, values[name])]));
  return { ...faultsOf(def, stored, mode === 'modifica' ? base : undefined), ...errors };
}

/** Tells whether a field is marked as required. A typed key always is. */
export function isRequired(def: AnyRegister, name: string): boolean {
  return name === def.key.field ? def.key.kind === 'natural' : def.fields[name]?.required === true;
}

function plain(value: unknown): string | number | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
}
