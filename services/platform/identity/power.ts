import { DomainError } from '#contracts/core/errors.ts';
import { exceeds, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '#contracts/core/permissions.ts';
import { groupPermissions } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies } from '../module.ts';

type Deps = Pick<Dependencies, 'store' | 'readDb' | 'readModelWait'>;

const WHY = {
  over: 'Questo utente ha diritti che il tuo gruppo non ha: può modificarlo o eliminarlo solo un amministratore.',
  into: 'Questo gruppo ha diritti che il tuo non ha: può assegnarlo solo un amministratore.',
};

/**
 * 403 for users of a group that the person has no power over: whoever is no administrator has none
 * over administrators and management, over the own group, nor over anybody with a right that they
 * have not themselves: with that user's password it would be theirs. `into`: a user is put there.
 */
export async function requirePower(
  deps: Deps,
  { groupID, permessi }: Identity,
  group: number | null,
  why: keyof typeof WHY = 'over',
): Promise<void> {
  if (groupID === GRUPPO_AMMINISTRATORI || group === null) return;
  if ([GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, groupID].includes(group)) throw new DomainError('NON_PERMESSO');
  // a right that was given or taken away a moment ago counts
  await untilUpToDate(deps);
  if (exceeds(await groupPermissions(deps.readDb, group), permessi)) throw new DomainError('NON_PERMESSO', { message: WHY[why] });
}

/** The read tables hold all that was written: under a lock they can be trusted. */
export async function untilUpToDate({ store, readModelWait: wait }: Pick<Deps, 'store' | 'readModelWait'>): Promise<void> {
  const head = await store.head();
  if (head !== null && !(await wait.until(head))) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
}
