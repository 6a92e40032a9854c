/** Default colors of sites; distinguishable in charts, in light and dark mode. */
const COLORS = ['#2C6E8C', '#B4632F', '#6A8546', '#5D6874', '#AD8420', '#8E4A55', '#7B6BA6', '#2F8C82', '#6B513F', '#5B8FC7'] as const;

/** Chooses a default color from the command's id, so that a repeated command gives the same color. */
export function colorOf(commandId: string): string {
  const sum = [...commandId].reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7);
  return COLORS[sum % COLORS.length] ?? COLORS[0];
}

/** Event of a sent mail about a site. data: commessa, destinatari (joined by comma and space), messaggio (the Message-ID). */
export const MAIL_CANTIERE_INVIATA = 'MailCantiereInviata.v1';

/** `data[0]` of `GET api/Mail?commessa=`: the mail that would be sent now. */
export interface MailPreview {
  destinatari: string[];
  oggetto: string;
  testo: string;
}
