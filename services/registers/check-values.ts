import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError, type WrongField } from '#contracts/core/errors.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import type { Transition } from '../platform/module.ts';
import { unfoundRecords, type NamedDeps } from './named-records.ts';

/** Checks the record that a command would leave. Throws RICHIESTA_NON_VALIDA or NON_DEL_CANTIERE with the wrong fields. */
export async function checkValues(deps: NamedDeps, def: AnyRegister, command: Command, transition: Transition): Promise<void> {
  if (!transition.after?.exists) return;
  const unfound = await unfoundRecords(deps, def, command, transition);
  const errors = [...invalidFields(def, command, transition), ...unfound.map(({ campo, messaggio }) => ({ campo, messaggio }))];
  const [first] = unfound.filter(({ ofAnother }) => ofAnother);
  if (first) throw new DomainError('NON_DEL_CANTIERE', { message: first.messaggio, errors });
  if (errors.length > 0) throw new DomainError('RICHIESTA_NON_VALIDA', { errors });
}

/** Returns the fields with invalid values. A restored version is not checked as a whole, since it may be older than a rule. */
function invalidFields(def: AnyRegister, command: Command, { before, after }: Transition): WrongField[] {
  if (command.action === 'named' || (command.action === 'restore' && !command.fields)) return [];
  return Object.entries(faultsOf(def, after?.values ?? {}, command.action === 'create' ? undefined : before?.values)).map(
    ([campo, messaggio]) => ({ campo, messaggio }),
  );
}
