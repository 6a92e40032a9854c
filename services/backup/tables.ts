/**
 * Tables of the write side that a backup holds, each after the tables it refers to. A spec fails if a migration creates a table that is
 * in neither `KEPT` nor `LEFT_OUT`.
 */
export const KEPT = [
  // reserved numbers, with the commands that reserved them
  'numeri',
  'numeri_riservati',
  'chiavi_naturali',
  // credentials, since the log holds no passwords
  'credenziali',
  'browser_conosciuti',
  // second factors, sealed with SEGRETO, and the hashes of recovery codes
  'secondi_fattori',
  'codici_recupero',
  // public keys of passkeys
  'passkey',
  // keys that seal personal values in the log, wrapped with SEGRETO, and the digests of names
  'chiavi_persone',
  'nomi_persone',
  'calendari',
  // access trail, which is not in the event log
  'accessi',
  // idempotency keys, so that a request repeated after the restore is recognised
  'chiavi',
  'operazioni',
  // records that each import created, so that an import can be resumed or undone
  'importazioni',
  'importazioni_righe',
  // changes of many records, so that one can be resumed or taken back
  'modifiche',
  'modifiche_righe',
  // notices of mentions and reminders, with which of them are read
  'avvisi',
  // columns and density of lists, as people set them
  'preferenze',
  // saved views of lists, with their earlier versions
  'viste',
  'viste_versioni',
  'viste_predefinite',
  // checkpoints of the log's tree, and the name that they are signed with
  'sigilli_origine',
  'sigilli',
  // jobs, also pending ones, and the positions of the reactors
  'processi',
  'reattori',
] as const;

export type KeptTable = (typeof KEPT)[number];

/** Tables that a backup leaves out, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  eventi: 'the log is a part of its own, whichever store keeps it',
  eventi_testa: 'is made of the log',
  sessioni: 'one that was closed since must not come back: everybody signs in again',
  osservazioni: 'last a quarter of an hour, and end with the sessions they depend on',
  tentativi: 'counts of the last minutes; PostgreSQL forgets them too when it crashes',
  passkey_sfide: 'challenges of the last five minutes',
  collegamenti: 'streams that are open now',
  avvisi_guasti: 'mails about faults of the last minutes: a restored portal must not send them again',
  registro_noto: 'is made of the log: a restored portal takes up the one that it is given',
  migrazioni: 'are applied anew; the manifest says which was the last',
  migrazioni_lock: 'is a lock',
};
