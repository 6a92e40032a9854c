import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '../core/permissions.ts';

/** A mail that was written to a file, since no SMTP server was configured. */
export interface MailRow {
  /** Name of the file. */
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

/** Checks whether the person may read these mails: administrators and management. */
export const readsPosta = ({ groupID }: Pick<Identity, 'groupID'>): boolean =>
  groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
