import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '#contracts/core/permissions.ts';

/** 403 for users of a group that the person has no power over. */
export function requirePower({ groupID }: Identity, group: number | null): void {
  if (groupID === GRUPPO_AMMINISTRATORI || group === null) return;
  if ([GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, groupID].includes(group)) throw new DomainError('NON_PERMESSO');
}
