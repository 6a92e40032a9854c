/** What the table of sign-ins and refusals holds: somebody came in, was wrong, was locked out, was refused, or looked at it. */
export const ACCESS_KINDS = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
