/**
 * Tables of the write side that a backup holds, each after those that it refers to. A spec fails where
 * a migration makes one that stands in neither list.
 */
export const KEPT = [
  // numbers that were given, and to which command
  'numeri',
  'numeri_riservati',
  'chiavi_naturali',
  // who may sign in; the log has no password
  'credenziali',
  'browser_conosciuti',
  'calendari',
  // what was done that is no fact of a record
  'accessi',
  // a request that is sent again after the restore is still the same
  'chiavi',
  'operazioni',
  // which records a file became: made once, undone together
  'importazioni',
  'importazioni_righe',
  // jobs, those that wait among them, and how far the reactors have come
  'processi',
  'reattori',
] as const;

export type KeptTable = (typeof KEPT)[number];

/** And why the others are left out. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  eventi: 'the log is a part of its own, whichever store keeps it',
  eventi_testa: 'is made of the log',
  sessioni: 'one that was closed since must not come back: everybody signs in again',
  tentativi: 'counts of the last minutes; PostgreSQL forgets them too when it crashes',
  avvisi_guasti: 'mails about faults of the last minutes: a restored portal must not send them again',
  registro_noto: 'is made of the log: a restored portal takes up the one that it is given',
  migrazioni: 'are applied anew; the manifest says which was the last',
  migrazioni_lock: 'is a lock',
};
