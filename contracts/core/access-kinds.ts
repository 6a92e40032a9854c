/**
 * Kinds of sign-in entries in the trail of accesses: sign-in, wrong password, wrong code, lockout, refusal, reading of the trail, sign-out,
 * revoked session, beginning and end of seeing the portal as another user, change of a second factor, confirmation with password, code or passkey, change of a
 * passkey, refused passkey.
 */
export const DOOR_KINDS = [
  'accesso',
  'password-errata',
  'codice-errato',
  'blocco',
  'rifiuto',
  'consultazione',
  'uscita',
  'revoca',
  'vedi-come',
  'secondo-fattore',
  'conferma',
  'passkey',
  'passkey-errata',
] as const;

/**
 * Kinds of entries for data that left the portal (document, zip, export, print, download) and for jobs that ran or whose result was
 * removed.
 */
export const DATA_KINDS = ['documento', 'zip', 'esportazione', 'stampa', 'scaricamento', 'operazione', 'rimozione'] as const;

/** All kinds of entries in the trail of accesses. */
export const ACCESS_KINDS = [...DOOR_KINDS, ...DATA_KINDS] as const;
export type DataKind = (typeof DATA_KINDS)[number];
export type AccessKind = (typeof ACCESS_KINDS)[number];

/**
 * Days for which an entry of the trail is kept, fixed in code. Exits of data are kept longer, since questions about them come years later.
 */
export const DAYS_KEPT = { door: 90, data: 730 };
