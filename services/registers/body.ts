import { DomainError, ERRORS } from '#contracts/core/errors.ts';
import { sendable, valuesSchema, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { invalidData } from '../platform/http/problem.ts';
import { isData } from './keys.ts';

/** The record inside a write body, `{ auth?, [bodyKey]: {…} }`; `auth` protects nothing and is ignored. */
export function recordOfBody(def: AnyRegister, body: unknown): Record<string, unknown> {
  const record = isData(body) && Object.hasOwn(body, def.bodyKey) ? body[def.bodyKey] : undefined;
  if (isData(record)) return record;
  throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: def.bodyKey, messaggio: `Serve un oggetto "${def.bodyKey}" con i dati` }] });
}

/** Its values, checked and normalised by the register's schema. */
export function valuesOfBody(def: AnyRegister, record: Record<string, unknown>, mode: 'create' | 'change'): Values {
  const read = valuesSchema(def, mode).safeParse(sendable(def, record));
  if (read.success) return read.data;
  throw inItsWords(invalidData(read.error));
}

/** The specification has a sentence of its own for quotes in notes. */
function inItsWords(error: DomainError): DomainError {
  const { errors } = error.dettagli;
  return errors?.length && errors.every(({ messaggio }) => messaggio === ERRORS.APICI[2]) ? new DomainError('APICI', { errors }) : error;
}
