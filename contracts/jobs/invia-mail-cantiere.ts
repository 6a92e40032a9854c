import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** The mail about a site (POST api/Mail), written when it was asked for. */
export const inviaMailCantiere = defineJob({
  kind: 'invia-mail-cantiere',
  data: z.strictObject({
    commessa: z.string().min(1).max(50),
    messageId: z.string().min(3).max(300),
    from: z.string().min(1).max(300),
    to: z.array(z.string().min(3).max(320)).min(1).max(200),
    subject: z.string().min(1).max(500),
    text: z.string().max(100_000),
    html: z.string().max(200_000),
    at: z.string().min(1).max(40),
  }),
});

/** Facts in a stream of the mail's own, `posta-<job>`: how far its sending is known to have come. */
export const MAIL_EVENTS = {
  /** The content is about to leave; alone, nobody knows whether it arrived. */
  iniziato: 'InvioMailIniziato.v1',
  /** The other side refused it: it may be tried again. */
  respinto: 'InvioMailRespinto.v1',
  /** data: destinatari */
  riuscito: 'InvioMailRiuscito.v1',
} as const;
