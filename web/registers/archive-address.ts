/** Returns the address that ARCHIVIO opens: the external store by its template, else the portal's own page of the folder. */
export function archiveAddress(modello: string | null, folder: string): { href: string; esterno: boolean } {
  const path = encodeURIComponent(folder);
  if (!modello) return { href: `/home/archivio/${path}`, esterno: false };
  return { href: modello.replaceAll('{percorso}', () => path), esterno: true };
}
