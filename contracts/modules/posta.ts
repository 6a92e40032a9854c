import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '../core/permissions.ts';

/** A mail that became a file, because no SMTP server was set when it was written. */
export interface MailRow {
  /** Of the file. */
  nome: string;
  byte: number;
  /** ISO instant. */
  creato: string;
  oggetto: string;
  /** Addresses, joined by comma and space. */
  destinatari: string;
}

export interface MailContent extends MailRow {
  mittente: string;
  /** The mail without its HTML. */
  testo: string;
}

/** The mails are for administrators and management, who also send them. */
export const readsPosta = ({ groupID }: Pick<Identity, 'groupID'>): boolean =>
  groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
