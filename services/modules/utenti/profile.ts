import type { Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { users } from '#contracts/registers/users.ts';
import type { NamedCommand } from '#services/platform/module.ts';
import { decide } from '#services/registers/register.decider.ts';

/** What people change of themselves (part 2, own profile). */
const FIELDS = ['email', 'custom1', 'custom2', 'custom3', 'custom4'];

/** The own profile. Old clients send the whole row back: other fields are left alone, a new group is refused. */
export const profilo: NamedCommand = {
  register: users,
  name: 'profilo',
  right: 'self',
  decide({ key, body, sender }, state, events) {
    const values = body as Values;
    if (values['groupID'] !== undefined && values['groupID'] !== sender.identity.groupID) throw new DomainError('NON_PERMESSO');
    const own = Object.fromEntries(Object.entries(values).filter(([field]) => FIELDS.includes(field)));
    return decide(users, { register: users.path, action: 'change', key, values: own }, state, events);
  },
};
