import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { distinctValues } from '#contracts/core/references.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { untilUpToDate } from '../platform/identity/power.ts';
import type { Transition } from '../platform/module.ts';
import type { NamedDeps } from './named-records.ts';

/** Refuses a record that shares the values of all its `distinct` fields with another one. Its commands go one at a time. */
export async function checkDistinct(deps: NamedDeps, def: AnyRegister, { key, before, after }: Transition): Promise<void> {
  const wanted = after?.exists ? distinctValues(def, after.values) : null;
  if (!def.distinct || !wanted) return;
  if (before?.exists && JSON.stringify(distinctValues(def, before.values)) === JSON.stringify(wanted)) return;
  await untilUpToDate(deps);
  const rows = await findRows(deps.readDb, def, wanted);
  if (deps.remembered?.madeAlike(def, wanted) || rows.some((row) => String(row[def.key.field]) !== key)) throw duplicateError(def.distinct);
}

const duplicateError = ({ fields, message }: NonNullable<AnyRegister['distinct']>): DomainError =>
  new DomainError('DUPLICATO', { message, errors: [{ campo: fields.at(-1)!, messaggio: message }] });
