/** What the table of sign-ins and refusals holds. */
export const ACCESS_KINDS = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
