/** Names of a machine's fields that anyone who stands before it may read from its QR code. */
export const CAMPI_PUBBLICI = [
  'matricola', 'tipologia', 'marca', 'modello', 'descrizione', 'chassis', 'targa', 'anno_acquisto', 'foto', 'stato_attuale',
] as const;

/** `data[0]` of `GET api/qrcode?matricola=X` without a session. */
export type MacchinaPubblica = { matricola: string } & Record<Exclude<(typeof CAMPI_PUBBLICI)[number], 'matricola'>, string | number | null> & {
  /** Not the path: a short-lived name for `GET /file?file=NAME`. */
  foto: string | null;
};

/** Kinds of record with a page behind a QR code: first segment of its address after /home. */
export const TIPI_QR = ['macchinari', 'personale'] as const;
export type TipoQr = (typeof TIPI_QR)[number];
