import { z } from 'zod';
import type { AnyRegister, Values } from './define-register.ts';
import { fieldSchema } from './field-schema.ts';
import { keyFault, normaliseKey } from './natural-key.ts';
import { oncePer } from './once-per.ts';

// schemas are cached, since creating one takes longer than a check

/** Checks a natural key; a sequence key must be a positive whole number. */
export const keySchema = oncePer(makeKeySchema);

function makeKeySchema(def: AnyRegister): z.ZodType<string | number> {
  if (def.key.kind === 'sequence') {
    return z.preprocess(
      (v) => (typeof v === 'string' && /^\d{1,15}$/.test(v.trim()) ? Number(v) : v),
      z
        .number({ error: 'Serve un numero' })
        .int({ error: 'Serve un numero intero' })
        .positive({ error: 'Serve un numero positivo' })
        .max(Number.MAX_SAFE_INTEGER, { error: 'Il numero è troppo grande' }),
    );
  }
  const max = def.key.max ?? 50;
  return z.preprocess(
    (v) => (typeof v === 'number' ? String(v) : typeof v === 'string' ? normaliseKey(v) : v),
    z
      .string({ error: 'Serve un testo' })
      .min(1, { error: `Manca ${def.key.label}` })
      .max(max, { error: `Al massimo ${max} caratteri` })
      .superRefine((key, ctx) => {
        const fault = keyFault(key);
        if (fault !== null) ctx.addIssue({ code: 'custom', message: fault });
      }),
  );
}

/**
 * Returns the schema of the values that a client sends. Unknown names are dropped, since old clients send the whole row back. Absent fields
 * stay absent; required fields must not be empty.
 */
export const valuesSchema = (def: AnyRegister, mode: 'create' | 'change'): z.ZodType<Values> => SCHEMAS[mode](def);

const SCHEMAS = {
  create: oncePer((def: AnyRegister) => makeValuesSchema(def, 'create')),
  change: oncePer((def: AnyRegister) => makeValuesSchema(def, 'change')),
};

function makeValuesSchema(def: AnyRegister, mode: 'create' | 'change'): z.ZodType<Values> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(def.fields)) {
    const base = fieldSchema(field);
    const checked = field.required ? base.refine((v) => v !== null, { error: 'Campo obbligatorio' }) : base;
    shape[name] = field.required && mode === 'create' ? z.preprocess((v) => (v === undefined ? null : v), checked) : checked.optional();
  }
  return z.object(shape) as unknown as z.ZodType<Values>;
}
