/** Returns the address of the page that reports a machine's fault. */
export const reportHref = (matricola: string): string => `/home/guasti/segnala/${encodeURIComponent(matricola)}`;
