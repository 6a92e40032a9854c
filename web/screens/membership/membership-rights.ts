import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, scope, type Identity } from '#contracts/core/permissions.ts';
import { users } from '#contracts/registers/users.ts';
import type { FormButtons } from '#web/registers/buttons.ts';

/** Tells whether the person sees users and groups; the others see only their own profile. */
export const seesMembership = (who: Identity): boolean => scope(who, users.access, 'view') !== 'none';

/** Tells whether the person may change groups and permissions; only administrators may. */
export const changesGroups = (who: Identity): boolean => who.groupID === GRUPPO_AMMINISTRATORI;

export const addsUsers = (who: Identity): boolean =>
  scope(who, users.access, 'insert') !== 'none' && scope(who, users.access, 'edit') !== 'none';

const NOTHING: FormButtons = { campi: false, save: false, remove: false, restore: false };

/** Returns the buttons for a user of a group. Other administering groups may not change administrators, management or their own group. */
export function utenteButtons(who: Identity, groupID: unknown): Partial<FormButtons> {
  const reservedGroups = [GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, who.groupID];
  return who.groupID !== GRUPPO_AMMINISTRATORI && reservedGroups.includes(Number(groupID)) ? NOTHING : {};
}

export const gruppoButtons = (who: Identity): Partial<FormButtons> => (changesGroups(who) ? {} : NOTHING);
