/** Where a fault of the machine is reported. */
export const reportHref = (matricola: string): string => `/home/guasti/segnala/${encodeURIComponent(matricola)}`;
