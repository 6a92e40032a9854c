import { sendable, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { fieldSchema } from '#contracts/core/field-schema.ts';
import { keySchema, valuesSchema } from '#contracts/core/register-schema.ts';

export type FormMode = 'nuovo' | 'modifica';
export type FieldErrors = Readonly<Record<string, string>>;

/** What a new record starts with. */
export function newValues(def: AnyRegister, today: string): Values {
  return Object.fromEntries(
    Object.entries(def.fields).map(([name, field]) => {
      if (field.kind === 'date' && field.today) return [name, today];
      return [name, field.kind === 'flag' && !field.proposed ? 0 : null];
    }),
  );
}

/** Values an address brings for a new record: `?matricola=A0112`. */
export function prefilled(def: AnyRegister, search: string): Values {
  const given = [...new URLSearchParams(search)].filter(([name, value]) => value !== '' && (name in def.fields || name === def.key.field));
  return Object.fromEntries(given.map(([name, value]) => [name, normalised(def, name, value)]));
}

/** The values of a row, the key included; what the row has more (owner, version) is left out. */
export function valuesOf(def: AnyRegister, row: Readonly<Record<string, unknown>>): Values {
  const names = new Set([def.key.field, ...Object.keys(def.fields)]);
  return Object.fromEntries([...names].map((name) => [name, plain(row[name])]));
}

/** The value as it would be stored: "1.234,5" and 1234.5 are no difference, nor are "" and null. */
export function normalised(def: AnyRegister, name: string, value: unknown): string | number | null {
  const field = def.fields[name];
  if (!field) return plain(value);
  const parsed = fieldSchema(field).safeParse(value ?? null);
  return parsed.success ? parsed.data : plain(value);
}

/** The values as they are shown: those the portal makes of the others are made here too, so that they are seen at once. */
export function withComputed(def: AnyRegister, values: Values): Values {
  const made = Object.entries(def.derive?.(values) ?? {}).filter(([name]) => def.fields[name]?.computed);
  return made.some(([name, value]) => values[name] !== value) ? { ...values, ...Object.fromEntries(made) } : values;
}

/** Names of the fields that would change, in the order of the definition; what the portal makes is nobody's change. */
export function dirtyFields(def: AnyRegister, base: Values, values: Values): string[] {
  const names = new Set([...Object.keys(sendable(def, def.fields)), def.key.field]);
  return [...names].filter((name) => name in values && normalised(def, name, values[name]) !== normalised(def, name, base[name]));
}

/** What is sent: only what changed, as it will be stored. */
export function changedValues(def: AnyRegister, base: Values, values: Values): Values {
  return Object.fromEntries(dirtyFields(def, base, values).map((name) => [name, normalised(def, name, values[name])]));
}

/** What a new record sends: all that is not empty, what it started with included (today's date is a value although nobody typed it). */
export function createdValues(def: AnyRegister, values: Values): Values {
  const stored = Object.keys(sendable(def, values)).map((name) => [name, normalised(def, name, values[name])] as const);
  return Object.fromEntries(stored.filter(([, value]) => value !== null));
}

/** Field → what is wrong with it. Empty when the record can be saved. `base`: the record as it was read. */
export function validate(def: AnyRegister, values: Values, mode: FormMode, base?: Values): FieldErrors {
  const errors: Record<string, string> = {};
  const { [def.key.field]: key, ...others } = values;
  const input = sendable(def, def.key.field in def.fields ? values : others);
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
  const stored = Object.fromEntries(Object.keys(values).map((name) => [name, normalised(def, name, values[name])]));
  return { ...faultsOf(def, stored, mode === 'modifica' ? base : undefined), ...errors };
}

/** Is the field marked as required? The key a person types always is. */
export function isRequired(def: AnyRegister, name: string): boolean {
  return name === def.key.field ? def.key.kind === 'natural' : def.fields[name]?.required === true;
}

function plain(value: unknown): string | number | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
}
