/** Colours that a site is given where nobody chose one: apart from each other in a chart, light and dark. */
const COLORS = ['#2C6E8C', '#B4632F', '#6A8546', '#5D6874', '#AD8420', '#8E4A55', '#7B6BA6', '#2F8C82', '#6B513F', '#5B8FC7'] as const;

/** One of them at random, but the same for the same command: repeated, it gives what it gave. */
export function colorOf(commandId: string): string {
  const sum = [...commandId].reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7);
  return COLORS[sum % COLORS.length] ?? COLORS[0];
}

/** The mail about a site went out. data: commessa, destinatari (joined by comma and space), messaggio (its Message-ID). */
export const MAIL_CANTIERE_INVIATA = 'MailCantiereInviata.v1';

/** `data[0]` of `GET api/Mail?commessa=`: the mail as it would go out now. */
export interface MailPreview {
  destinatari: string[];
  oggetto: string;
  testo: string;
}
