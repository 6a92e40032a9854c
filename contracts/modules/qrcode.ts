/** Names of a machine's fields that anyone who stands before it may read from its QR code. */
export const PUBLIC_FIELDS = [
  'matricola',
  'tipologia',
  'marca',
  'modello',
  'descrizione',
  'chassis',
  'targa',
  'anno_acquisto',
  'foto',
  'stato_attuale',
] as const;

/** `data[0]` of `GET api/qrcode?matricola=X` without a session. */
export type PublicMacchina = { matricola: string } & Record<
  Exclude<(typeof PUBLIC_FIELDS)[number], 'matricola'>,
  string | number | null
> & {
    /** Not the path: a short-lived name for `GET /file?file=NAME`. */
    foto: string | null;
  };

/** Kinds of record with a page behind a QR code: first segment of its address after /home. */
export const QR_TYPES = ['macchinari', 'personale'] as const;
export type QrType = (typeof QR_TYPES)[number];

/** What one scans a machine for. */
export const QR_ACTIONS = ['lettura', 'manutenzione'] as const;
export type QrAction = (typeof QR_ACTIONS)[number];
