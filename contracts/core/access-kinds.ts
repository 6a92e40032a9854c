/** Who came in: somebody came in, was wrong, was locked out, was refused, looked at the trail, left, or had a session ended. */
export const DOOR_KINDS = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione', 'uscita', 'revoca'] as const;

/** What went out: a person's document opened, a zip asked for, a list or sheets exported or printed, a result downloaded; and what a job did, or whose was taken away. */
export const DATA_KINDS = ['documento', 'zip', 'esportazione', 'stampa', 'scaricamento', 'operazione', 'rimozione'] as const;

/** What the trail of accesses holds. */
export const ACCESS_KINDS = [...DOOR_KINDS, ...DATA_KINDS] as const;
export type DataKind = (typeof DATA_KINDS)[number];
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** How many days a row of the trail is kept, and cannot be changed: of what went out one may ask years later. */
export const DAYS_KEPT = { door: 90, data: 730 };
