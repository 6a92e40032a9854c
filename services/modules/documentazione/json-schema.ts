import { z } from 'zod';
import type { JsonObject } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';

/**
 * Returns the JSON Schema of a field's values in requests and responses. Built from the field's definition, since the checks of its zod
 * schema are functions, which JSON Schema cannot express.
 */
export function fieldSchemaJson(field: Field): JsonObject {
  return { title: field.label, ...TYPES[field.kind](field as never), ...(field.computed ? { readOnly: true } : {}) };
}

const text = (maxLength: number): JsonObject => ({ type: ['string', 'null'], maxLength });

const TYPES: { [K in Field['kind']]: (field: Extract<Field, { kind: K }>) => JsonObject } = {
  text: (f) => text(f.max),
  note: (f) => text(f.max),
  ref: (f) => ({
    ...(f.numeric ? { type: ['integer', 'null'], minimum: 1 } : text(255)),
    description: `Valore di ${f.register}.${f.value}`,
  }),
  multi: (f) => ({ ...text(5000), description: `Valori di ${f.register}.${f.value}, separati da virgola e spazio` }),
  number: (f) => ({
    type: ['number', 'null'],
    ...(f.min === undefined ? {} : { minimum: f.min }),
    ...(f.max === undefined ? {} : { maximum: f.max }),
    ...(f.decimals === 0 ? { multipleOf: 1 } : {}),
  }),
  money: (f) => ({
    type: ['number', 'null'],
    multipleOf: Number(`1e-${f.decimals ?? 2}`),
    ...(f.min === undefined ? {} : { minimum: f.min }),
    description: 'Euro',
  }),
  date: () => ({ type: ['string', 'null'], format: 'date' }),
  choice: (f) => ({ enum: [...f.options.map((o) => o.value), null] }),
  flag: () => ({ enum: [0, 1, null] }),
  color: () => ({ type: ['string', 'null'], pattern: '^#[0-9a-fA-F]{6}$' }),
  url: () => ({ type: ['string', 'null'], format: 'uri', maxLength: 2000 }),
  document: () => ({ ...text(500), description: "Percorso di un PDF nell'archivio" }),
  photo: () => ({ ...text(500), description: "Percorso di una foto JPEG nell'archivio" }),
};

/** Schema for the fields of added document kinds. The kinds are the firm's data, so the public documentation does not list them. */
const ADDED: JsonObject = {
  patternProperties: {
    '^scadenza_[a-z][a-z0-9_]*$': { type: ['string', 'null'], format: 'date', description: 'Scadenza di un tipo di documento aggiunto' },
  },
  additionalProperties: {
    ...text(500),
    description: 'Percorso del PDF di un tipo di documento aggiunto (api/tipi_documento), con il suo codice',
  },
};

/** Returns the JSON Schema of a register's values, with the key. */
export function valuesSchemaJson(def: AnyRegister): JsonObject {
  const properties = Object.fromEntries(Object.entries(def.fields).map(([name, field]) => [name, fieldSchemaJson(field)]));
  return { type: 'object', properties: { [def.key.field]: keySchemaJson(def), ...properties }, ...(def.takesKinds ? ADDED : {}) };
}

/** Returns the JSON Schema of a record in a response: the values with owner, version, files and timestamps. */
export function rowSchemaJson(def: AnyRegister): JsonObject {
  const { properties } = valuesSchemaJson(def) as { properties: JsonObject };
  return {
    type: 'object',
    properties: {
      ...properties,
      utente: { type: 'string', description: "Chi l'ha creato" },
      versione: { type: 'integer', description: 'Da rimandare in If-Match' },
      archivio: { type: 'object', description: 'I file caricati, campo per campo' },
      creato: { type: 'string', format: 'date-time' },
      modificato: { type: 'string', format: 'date-time' },
      modificato_da: { type: 'string' },
    },
    ...(def.takesKinds ? ADDED : {}),
  };
}

/** Returns the JSON Schema of a register's key. */
export function keySchemaJson(def: AnyRegister): JsonObject {
  return def.key.kind === 'sequence'
    ? { type: 'integer', minimum: 1, title: def.key.label }
    : { type: 'string', minLength: 1, maxLength: def.key.max ?? 50, title: def.key.label };
}

/** Translates a zod schema to JSON Schema; parts that JSON Schema cannot express accept any value. */
export function fromZod(schema: z.ZodType): JsonObject {
  const { $schema: _omitted, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject;
  return json;
}
