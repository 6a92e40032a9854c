import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { users } from '#contracts/registers/users.ts';
import { changeCommand } from '#services/platform/command.ts';

/** Fields of their own record that users may change (part 2 of the specification, own profile). */
const FIELDS = ['email', 'custom1', 'custom2', 'custom3', 'custom4'];

/**
 * Command by which users change their own record. Old clients send the whole row, so other fields are ignored. A different group is refused
 * with `NON_PERMESSO`.
 */
export const profilo = changeCommand('profilo', {
  on: users,
  right: 'self',
  body: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  values({ body, sender }) {
    if (body['groupID'] !== undefined && body['groupID'] !== sender.identity.groupID) throw new DomainError('NON_PERMESSO');
    return Object.fromEntries(Object.entries(body).filter(([field]) => FIELDS.includes(field)));
  },
});
