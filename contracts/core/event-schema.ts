import { z } from 'zod';
import { isAdded } from './added-fields.ts';
import type { AnyRegister } from './define-register.ts';
import type { Field } from './fields.ts';

/** Made when it is first asked for: a browser appends nothing, and a thread few kinds. */
export type LazySchema = () => z.ZodType;

const lazy = (make: () => z.ZodType): LazySchema => {
  let made: z.ZodType | undefined;
  return () => (made ??= make());
};

const NUMBERS: ReadonlySet<Field['kind']> = new Set(['number', 'money', 'flag']);

/** Kinds alone: limits are of the day on which a value was written, and what comes back was within those of its own. */
const kindOf = (field: Field): z.ZodType => (NUMBERS.has(field.kind) || (field.kind === 'ref' && field.numeric) ? z.number() : z.string());

const anyValue = z.union([z.string(), z.number()]).nullable().optional();

/** Documents that are added as data, under any name that may be one of theirs. */
const withAdded = (def: AnyRegister, shape: z.ZodRawShape, added: z.ZodType): z.ZodType =>
  z
    .object(shape)
    .catchall(added)
    .refine((data) => Object.keys(data).every((name) => name in shape || isAdded(def, name)), {
      error: 'a name that no document can have',
    });

/** The events that a register's definition makes, by type: its key, and fields of its own. */
export function registerSchemas(def: AnyRegister): [type: string, schema: LazySchema][] {
  const key = { [def.key.field]: def.key.kind === 'natural' ? z.string() : z.number() };
  const values = (schema: (field: Field) => z.ZodType) =>
    Object.fromEntries(Object.entries(def.fields).map(([name, field]) => [name, schema(field)]));
  const closed = (shape: z.ZodRawShape, added: z.ZodType) => (def.takesKinds ? withAdded(def, shape, added) : z.strictObject(shape));
  const written = lazy(() => closed({ ...values((field) => kindOf(field).nullable().optional()), ...key }, z.string().nullable()));
  return [
    [def.events.created, written],
    [def.events.changed, written],
    [def.events.deleted, lazy(() => z.strictObject(key))],
    // values of another time, when a field may have been of another kind
    [def.events.restored, lazy(() => closed({ ...values(() => anyValue), ...key }, anyValue))],
  ];
}
