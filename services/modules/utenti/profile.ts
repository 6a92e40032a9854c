import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { users } from '#contracts/registers/users.ts';
import { changeCommand } from '#services/platform/command.ts';

/** Fields that people change of their own user (part 2, own profile). */
const FIELDS = ['email', 'custom1', 'custom2', 'custom3', 'custom4'];

/** The own profile. Old clients send the whole row back: other fields are left alone, a new group is refused. */
export const profilo = changeCommand('profilo', {
  on: users,
  right: 'self',
  body: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  values({ body, sender }) {
    if (body['groupID'] !== undefined && body['groupID'] !== sender.identity.groupID) throw new DomainError('NON_PERMESSO');
    return Object.fromEntries(Object.entries(body).filter(([field]) => FIELDS.includes(field)));
  },
});
