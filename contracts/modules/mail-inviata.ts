import { z } from 'zod';

/** What the job tells the site once its mail is gone: who was written to. */
export const MAIL_INVIATA = 'mail-inviata';
export const mailInviataBody = z.strictObject({ destinatari: z.string(), messaggio: z.string() });
export type MailInviata = z.infer<typeof mailInviataBody>;
