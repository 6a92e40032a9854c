import { permission, type Identity } from '#contracts/core/permissions.ts';

/** Who has the list of what the sites earned. */
export const seesMargins = (who: Identity): boolean =>
  (['cantieri', 'produzione', 'costi'] as const).every((area) => permission(who, area).allowView > 0);
