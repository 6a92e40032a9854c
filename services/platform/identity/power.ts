import { DomainError } from '#contracts/core/errors.ts';
import { exceeds, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '#contracts/core/permissions.ts';
import { groupPermissions } from '#projections/accesso/accesso.queries.ts';
import { waitForHead } from '../http/wait-for-head.ts';
import type { Dependencies } from '../module.ts';

type Deps = Pick<Dependencies, 'store' | 'readDb' | 'readModelWait'>;

const WHY = {
  over: 'Questo utente ha diritti che il tuo gruppo non ha: può modificarlo o eliminarlo solo un amministratore.',
  into: 'Questo gruppo ha diritti che il tuo non ha: può assegnarlo solo un amministratore.',
};

/**
 * Throws NON_PERMESSO if a person may not change the users of a group. Only administrators may change administrators, the management, users
 * of their own group, and users with a right that the person does not have: with such a user's password the person would have the right.
 * `into`: a user is moved into the group.
 */
export async function requirePower(
  deps: Deps,
  { groupID, permessi }: Identity,
  group: number | null,
  why: keyof typeof WHY = 'over',
): Promise<void> {
  if (groupID === GRUPPO_AMMINISTRATORI || group === null) return;
  if ([GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, groupID].includes(group)) throw new DomainError('NON_PERMESSO');
  // waits for the read tables, so that a right that has just been given or taken away counts
  await waitForHead(deps);
  if (exceeds(await groupPermissions(deps.readDb, group), permessi)) throw new DomainError('NON_PERMESSO', { message: WHY[why] });
}
