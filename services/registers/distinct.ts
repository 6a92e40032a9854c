import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { distinctValues } from '#contracts/core/references.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { waitForHead } from '../platform/identity/power.ts';
import type { Transition } from '../platform/module.ts';
import type { NamedDeps } from './named-records.ts';

/**
 * Throws DUPLICATO if another record has the same values in all `distinct` fields. Commands on such registers run one at a time in the
 * whole portal, so two of them cannot pass this check together.
 */
export async function checkDistinct(deps: NamedDeps, def: AnyRegister, { key, before, after }: Transition): Promise<void> {
  const newValues = after?.exists ? distinctValues(def, after.values) : null;
  if (!def.distinct || !newValues) return;
  if (before?.exists && JSON.stringify(distinctValues(def, before.values)) === JSON.stringify(newValues)) return;
  await waitForHead(deps);
  const rehearsed = deps.remembered?.distinct ?? new Map<string, string>();
  const values = JSON.stringify([def.path, newValues]);
  const ownKey = recordKey(def.path, key);
  const others = (await findRows(deps.readDb, def, newValues)).map((row) => recordKey(def.path, String(row[def.key.field])));
  const taken = others.some((other) => other !== ownKey && !rehearsed.has(other));
  if (taken || [...rehearsed].some(([other, theirs]) => other !== ownKey && theirs === values)) throw duplicateError(def.distinct);
  rehearsed.set(ownKey, values);
}

const duplicateError = ({ fields, message }: NonNullable<AnyRegister['distinct']>): DomainError =>
  new DomainError('DUPLICATO', { message, errors: [{ campo: fields.at(-1)!, messaggio: message }] });
