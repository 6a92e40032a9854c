import { DomainError } from '#contracts/core/errors.ts';
import { valuesSchema, type AnyRegister, type Valori } from '#contracts/core/define-register.ts';
import { datiNonValidi } from '../platform/http/problem.ts';
import { isDati } from './keys.ts';

/** The record inside a write body, `{ auth?, [bodyKey]: {…} }`; `auth` protects nothing and is ignored. */
export function recordDelCorpo(def: AnyRegister, corpo: unknown): Record<string, unknown> {
  const record = isDati(corpo) && Object.hasOwn(corpo, def.bodyKey) ? corpo[def.bodyKey] : undefined;
  if (isDati(record)) return record;
  throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: def.bodyKey, messaggio: `Serve un oggetto "${def.bodyKey}" con i dati` }] });
}

/** Its values, checked and normalised by the register's schema. */
export function valoriDelCorpo(def: AnyRegister, record: Record<string, unknown>, modo: 'create' | 'change'): Valori {
  const letti = valuesSchema(def, modo).safeParse(record);
  if (letti.success) return letti.data;
  throw datiNonValidi(letti.error);
}
