import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError, type WrongField } from '#contracts/core/errors.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { distinctValues } from '#contracts/core/references.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { waitForHead } from '../platform/http/wait-for-head.ts';
import type { AnyTransition } from '../platform/module.ts';
import { unfoundRecords, type NamedDeps } from './named-records.ts';

/** Checks the record that a command would leave. Throws RICHIESTA_NON_VALIDA or NON_DEL_CANTIERE with the wrong fields. */
export async function checkValues(deps: NamedDeps, def: AnyRegister, command: Command, transition: AnyTransition): Promise<void> {
  if (!transition.after?.exists) return;
  const unfound = await unfoundRecords(deps, def, command, transition);
  const errors = [...invalidFields(def, command, transition), ...unfound.map(({ campo, messaggio }) => ({ campo, messaggio }))];
  const [first] = unfound.filter(({ ofAnother }) => ofAnother);
  if (first) throw new DomainError('NON_DEL_CANTIERE', { message: first.messaggio, errors });
  if (errors.length > 0) throw new DomainError('RICHIESTA_NON_VALIDA', { errors });
}

/** Returns the fields with invalid values. A restored version is not checked as a whole, since it may be older than a rule. */
function invalidFields(def: AnyRegister, command: Command, { before, after }: AnyTransition): WrongField[] {
  if (command.action === 'named' || (command.action === 'restore' && !command.fields)) return [];
  return Object.entries(faultsOf(def, after?.values ?? {}, command.action === 'create' ? undefined : before?.values)).map(
    ([campo, messaggio]) => ({ campo, messaggio }),
  );
}

/**
 * Throws DUPLICATO if another record has the same values in all `distinct` fields. Commands on such registers run one at a time in the
 * whole portal, so two of them cannot pass this check together.
 */
export async function checkDistinct(deps: NamedDeps, def: AnyRegister, { key, before, after }: AnyTransition): Promise<void> {
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
