/** What the table of sign-ins and refusals holds: somebody came in, was wrong, was locked out, was refused, looked at it, left, or had a session ended. */
export const ACCESS_KINDS = ['accesso', 'password-errata', 'blocco', 'rifiuto', 'consultazione', 'uscita', 'revoca'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
