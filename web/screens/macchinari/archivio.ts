/** Where ARCHIVIO leads: the external store by its template, else the portal's own page of that folder. */
export function indirizzoArchivio(modello: string | null, cartella: string): { href: string; esterno: boolean } {
  const percorso = encodeURIComponent(cartella);
  if (!modello) return { href: `/home/archivio/${percorso}`, esterno: false };
  return { href: modello.replaceAll('{percorso}', () => percorso), esterno: true };
}
