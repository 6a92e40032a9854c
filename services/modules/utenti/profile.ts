import { DomainError } from '#contracts/core/errors.ts';
import type { Outcome, Sender } from '#contracts/ports/dispatch.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { users } from '#contracts/registers/users.ts';
import { recordKey } from '#contracts/core/history.ts';
import { execute } from '#services/registers/command-handling.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { decide } from '#services/registers/register.decider.ts';

const DEF = users as AnyRegister;
/** What people change of themselves (part 2, own profile). */
const FIELDS = ['email', 'custom1', 'custom2', 'custom3', 'custom4'];

/** The own profile. Old clients send the whole row back: other fields are left alone, a new group is refused. */
export async function changeProfile(deps: Pick<Dependencies, 'store' | 'clock'>, values: Values, readVersion: number | null, sender: Sender): Promise<Outcome> {
  const { memberID, groupID } = sender.identity;
  if (values['groupID'] !== undefined && values['groupID'] !== groupID) throw new DomainError('NON_PERMESSO');
  const own = Object.fromEntries(Object.entries(values).filter(([field]) => FIELDS.includes(field)));
  const { state, position } = await execute(deps, {
    stream: `users-${memberID}`,
    sender,
    decide: (before, events) => decide(DEF, { register: 'users', action: 'change', key: memberID, values: own, readVersion }, before, events),
  });
  return { key: memberID, version: state.get(recordKey('users', memberID))?.version ?? 0, position };
}
