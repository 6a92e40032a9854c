/** The areas for which permissions are given, as stored in the log and used in the API: a closed list. */
export const AREE = [
  'accise',
  'cantieri',
  'produzione',
  'costi',
  'noleggi_int',
  'macchinari',
  'manutenzioni',
  'report',
  'lavorazioni',
  'voci_costo',
  'voci_noleggi',
  'admin_page',
] as const;
export type Area = (typeof AREE)[number];

/** Names of the areas as shown to people. */
export const AREA_NAMES: Readonly<Record<Area, string>> = {
  accise: 'Accise',
  cantieri: 'Cantieri',
  produzione: 'Produzione',
  costi: 'Costi',
  noleggi_int: 'Noleggi',
  macchinari: 'Macchinari',
  manutenzioni: 'Manutenzioni',
  report: 'Personale',
  lavorazioni: 'Lavorazioni',
  voci_costo: 'Voci di costo',
  voci_noleggi: 'Voci di noleggio',
  admin_page: 'Amministrazione',
};
