import { z } from 'zod';

/** Name of the command with which the job records on the site that a mail was sent, and to whom. */
export const MAIL_INVIATA = 'mail-inviata';
export const mailInviataBody = z.strictObject({ destinatari: z.string(), messaggio: z.string() });
export type MailInviata = z.infer<typeof mailInviataBody>;
