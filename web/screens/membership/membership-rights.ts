import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, scope, type Identity } from '#contracts/core/permissions.ts';
import { users } from '#contracts/registers/users.ts';
import type { FormButtons } from '#web/registers/buttons.ts';

/** Tells whether the person sees users and groups; the others see only their own profile. */
export const seesMembership = (who: Identity): boolean => scope(who, users.access, 'view') !== 'none';

/** Administrators alone change groups and permissions. */
export const changesGroups = (who: Identity): boolean => who.groupID === GRUPPO_AMMINISTRATORI;

export const addsUsers = (who: Identity): boolean =>
  scope(who, users.access, 'insert') !== 'none' && scope(who, users.access, 'edit') !== 'none';

const NOTHING: FormButtons = { campi: false, save: false, remove: false, restore: false };

/** Of a user in that group: an administering group has no power over administrators, management and itself. */
export function utenteButtons(who: Identity, groupID: unknown): Partial<FormButtons> {
  const closed = [GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, who.groupID];
  return who.groupID !== GRUPPO_AMMINISTRATORI && closed.includes(Number(groupID)) ? NOTHING : {};
}

export const gruppoButtons = (who: Identity): Partial<FormButtons> => (changesGroups(who) ? {} : NOTHING);
