import { z } from 'zod';
import { isAdded } from './added-fields.ts';
import type { AnyRegister } from './define-register.ts';
import type { Field } from './fields.ts';

/** Function that creates a schema at its first call, since most processes use few schemas. */
export type LazySchema = () => z.ZodType;

const lazy = (make: () => z.ZodType): LazySchema => {
  let made: z.ZodType | undefined;
  return () => (made ??= make());
};

const NUMBERS: ReadonlySet<Field['kind']> = new Set(['number', 'money', 'flag']);

/** Returns the schema of a stored value, which checks only the type. Limits may have changed since the value was written. */
const kindOf = (field: Field): z.ZodType => (NUMBERS.has(field.kind) || (field.kind === 'ref' && field.numeric) ? z.number() : z.string());

const anyValue = z.union([z.string(), z.number()]).nullable().optional();

/**
 * Builds the object schema of a register to which documents are added as data: further fields must have a name that such a document can
 * have.
 */
const withAdded = (def: AnyRegister, shape: z.ZodRawShape, added: z.ZodType): z.ZodType =>
  z
    .object(shape)
    .catchall(added)
    .refine((data) => Object.keys(data).every((name) => name in shape || isAdded(def, name)), {
      error: 'a name that no document can have',
    });

/** Returns the schemas of the events that a register's definition creates, by type. */
export function registerSchemas(def: AnyRegister): [type: string, schema: LazySchema][] {
  const key = { [def.key.field]: def.key.kind === 'natural' ? z.string() : z.number() };
  const values = (schema: (field: Field) => z.ZodType) =>
    Object.fromEntries(Object.entries(def.fields).map(([name, field]) => [name, schema(field)]));
  const strictShape = (shape: z.ZodRawShape, added: z.ZodType) => (def.takesKinds ? withAdded(def, shape, added) : z.strictObject(shape));
  const written = lazy(() => strictShape({ ...values((field) => kindOf(field).nullable().optional()), ...key }, z.string().nullable()));
  return [
    [def.events.created, written],
    [def.events.changed, written],
    [def.events.deleted, lazy(() => z.strictObject(key))],
    // the restored values may be older than the field's present kind
    [def.events.restored, lazy(() => strictShape({ ...values(() => anyValue), ...key }, anyValue))],
  ];
}
