import { permission, type Identity } from '#contracts/core/permissions.ts';

/** Checks whether a person sees the list of sites' results. */
export const seesMargins = (who: Identity): boolean =>
  (['cantieri', 'produzione', 'costi'] as const).every((area) => permission(who, area).allowView > 0);
