import type { Catalogue } from '#contracts/core/catalogue.ts';
import { DomainError, ERRORS } from '#contracts/core/errors.ts';
import { sendable, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { keySchema, valuesSchema } from '#contracts/core/register-schema.ts';
import { invalidData } from '../platform/http/problem.ts';

type Data = Record<string, unknown>;

/** Maximum number of records that one call deletes or restores. */
export const MAX_KEYS = 1000;

/** Parses a key sent by a client. Throws a `DomainError` if it is empty or invalid. */
export function readKey(def: AnyRegister, value: unknown, field = def.key.field): string | number {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    throw new DomainError(def.key.whenEmpty ?? 'RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: `Manca ${def.key.label}` }] });
  }
  const read = keySchema(def).safeParse(value);
  if (read.success) return read.data;
  throw new DomainError('RICHIESTA_NON_VALIDA', {
    errors: [{ campo: field, messaggio: read.error.issues[0]?.message ?? 'Chiave non valida' }],
  });
}

/** Returns the unchecked key from a request, under any of the names in `keyNames`. */
export function rawKey(def: AnyRegister, data: Data): unknown {
  const name = keyNames(def).find((n) => Object.hasOwn(data, n) && data[n] !== undefined);
  return name === undefined ? undefined : data[name];
}

/** Parses the keys of a deletion from body or query: one key, a list, or numbers joined by commas. Text keys may contain commas. */
export function readKeys(def: AnyRegister, body: unknown, query: Data): (string | number)[] {
  const raw = (isData(body) ? rawKey(def, body) : undefined) ?? rawKey(def, query);
  const values = Array.isArray(raw) ? raw : [raw];
  const single =
    def.key.kind === 'sequence' ? values.flatMap((v) => (typeof v === 'string' && v.includes(',') ? v.split(',') : [v])) : values;
  if (single.length > MAX_KEYS) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Al massimo ${MAX_KEYS} record per volta.` });
  if (single.length === 0) return [readKey(def, undefined)];
  return [...new Set(single.map((v) => readKey(def, v)))];
}

/** Parses the key of the parent's record from a child's values or a query. */
export function readParent({ register }: Pick<Catalogue, 'register'>, def: AnyRegister, value: unknown): string | number {
  const parent = def.parent && register(def.parent.register);
  if (!parent || !def.parent) throw new Error(`${def.path} has no parent`);
  return readKey(parent, value, def.parent.field);
}

/** Returns the register that a request names in `tabella`; throws if it is unknown. */
export function registerOf({ register }: Pick<Catalogue, 'register'>, table: unknown): AnyRegister {
  const def = typeof table === 'string' ? register(table) : undefined;
  if (!def) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'tabella', messaggio: 'Tabella sconosciuta' }] });
  return def;
}

/** Tells whether a value is an object, not a list. */
export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the names of parameters under which a request may send the key. */
export function keyNames(def: AnyRegister): string[] {
  return def.key.kind === 'sequence' ? [def.key.field, 'id', 'chiave'] : [def.key.field, 'chiave'];
}

/** Returns the record in the body of a write, `{ auth?, [bodyKey]: {…} }`. Ignores `auth`, which old clients send. */
export function recordOfBody(def: AnyRegister, body: unknown): Record<string, unknown> {
  const record = isData(body) && Object.hasOwn(body, def.bodyKey) ? body[def.bodyKey] : undefined;
  if (isData(record)) return record;
  throw new DomainError('RICHIESTA_NON_VALIDA', {
    errors: [{ campo: def.bodyKey, messaggio: `Serve un oggetto "${def.bodyKey}" con i dati` }],
  });
}

/** Checks and normalises a record's values by the register's schema; throws a `DomainError` with the wrong fields. */
export function valuesOfBody(def: AnyRegister, record: Record<string, unknown>, mode: 'create' | 'change'): Values {
  const read = valuesSchema(def, mode).safeParse(sendable(def, record));
  if (read.success) return read.data;
  throw asQuoteError(invalidData(read.error));
}

/** Replaces the error by APICI, the specification's error for quotes, if quotes are the fault of all wrong fields. */
function asQuoteError(error: DomainError): DomainError {
  const { errors } = error.dettagli;
  return errors?.length && errors.every(({ messaggio }) => messaggio === ERRORS.APICI[2]) ? new DomainError('APICI', { errors }) : error;
}
