import { z } from 'zod';
import { LAST_YEAR, normaliseDate } from './dates.ts';
import { calendarDate } from './request-schema.ts';
import { ERRORS } from './errors.ts';
import type { Field, NoteField, TextField } from './fields.ts';

/** C0 and C1 control characters except tab, line feed and carriage return; refused everywhere. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
// oxlint-disable-next-line no-control-regex -- a one-line text has no line feed either
const CONTROL_OR_LINE = /[\u0000-\u001F\u007F-\u009F]/;
const MAX_NUMBER = 1e12;

const emptyToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

/** Matches a number with dots that is ambiguous: "10.000" can be ten or ten thousand. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/;

/** Parses a number: "1234,5", "1234.5" and 1234.5 are equal. Returns anything else unchanged, to be refused by the schema. */
export function parseNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed === '') return null;
  return /^[+-]?\d+([.,]\d+)?$/.test(trimmed) && !THOUSANDS.test(trimmed) ? Number(trimmed.replace(',', '.')) : value;
}

/** Significant digits that a JavaScript number holds without loss. */
const DIGITS = 15;

function textSchema(max: number, { lines = false }: { lines?: boolean } = {}) {
  return z.preprocess(
    (v) => emptyToNull(typeof v === 'number' ? String(v) : v),
    z
      .string({ error: 'Serve un testo' })
      .max(max, { error: `Al massimo ${max} caratteri` })
      .refine((t) => !(lines ? CONTROL : CONTROL_OR_LINE).test(t), { error: 'Contiene caratteri di controllo' })
      .nullable(),
  );
}

const QUOTES = /['"]/;

/** Returns the schema of a one-line text, with the restrictions of its field. */
function lineSchema({ max, withoutCommas }: TextField) {
  const schema = textSchema(max);
  return withoutCommas
    ? schema.refine((t) => t === null || !t.includes(','), {
        error: 'Non può contenere virgole: dove se ne scelgono più d’una, le voci si separano con la virgola',
      })
    : schema;
}

function noteSchema({ max, withoutQuotes }: NoteField) {
  const schema = textSchema(max, { lines: true });
  return withoutQuotes ? schema.refine((t) => t === null || !QUOTES.test(t), { error: ERRORS.APICI[2] }) : schema;
}

function numberSchema(decimals: number, min?: number, max?: number) {
  const scale = 10 ** decimals;
  let schema = z
    .number({ error: 'Serve un numero' })
    .refine((n) => Math.abs(n) <= MAX_NUMBER, { error: 'Il numero è troppo grande' })
    .refine((n) => Number(n.toPrecision(DIGITS)) === n, { error: `Al massimo ${DIGITS} cifre` })
    .refine((n) => Math.abs(n * scale - Math.round(n * scale)) < 1e-4, {
      error: decimals === 0 ? 'Serve un numero intero' : `Al massimo ${decimals} decimali`,
    });
  if (min !== undefined) schema = schema.min(min, { error: `Non può essere minore di ${min}` });
  if (max !== undefined) schema = schema.max(max, { error: `Non può essere maggiore di ${max}` });
  return z.preprocess(parseNumber, schema.transform((n) => Math.round(n * scale) / scale).nullable());
}

/** Returns the schema that checks and normalises a client's value for one field; `null` for empty. Error messages are Italian. */
export function fieldSchema(field: Field): z.ZodType<string | number | null> {
  switch (field.kind) {
    case 'text':
      return lineSchema(field);
    case 'note':
      return noteSchema(field);
    case 'ref':
      return field.numeric ? numberSchema(0, 1) : textSchema(255);
    case 'multi':
      return textSchema(5000);
    case 'document':
    case 'photo':
      return textSchema(500);
    case 'number':
      return numberSchema(field.decimals, field.min, field.year ? LAST_YEAR : field.max);
    case 'money':
      return numberSchema(field.decimals ?? 2, field.min);
    case 'flag':
      return z.preprocess(
        (v) =>
          v === true || v === '1' || v === 'true'
            ? 1
            : v === false || v === '0' || v === 'false'
              ? 0
              : v === ''
                ? field.proposed
                  ? null
                  : 0
                : v,
        z.union([z.literal(0), z.literal(1)], { error: 'Serve 0 oppure 1' }).nullable(),
      );
    case 'date':
      return z.preprocess(normaliseDate, calendarDate.nullable());
    case 'choice': {
      const values = field.options.map((o) => o.value);
      return z.preprocess(
        emptyToNull,
        z.enum(values as [string, ...string[]], { error: `Valori ammessi: ${values.join(', ')}` }).nullable(),
      );
    }
    case 'color':
      return z.preprocess(
        emptyToNull,
        z
          .string()
          .regex(/^#[0-9a-fA-F]{6}$/, { error: 'Serve un colore come #2C6E8C' })
          .nullable(),
      );
    case 'url':
      return z.preprocess(
        emptyToNull,
        z
          .string()
          .max(2000, { error: 'Al massimo 2000 caratteri' })
          .refine((t) => /^https?:\/\/[^\s]+$/.test(t) && !CONTROL_OR_LINE.test(t), { error: 'Serve un indirizzo che inizi con https://' })
          .nullable(),
      );
  }
}
