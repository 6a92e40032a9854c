import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** The mail about a site (POST api/Mail), written when it was asked for. */
export const mailCantiere = defineJob({
  kind: 'mail-cantiere',
  lane: 'posta',
  data: z.strictObject({
    commessa: z.string().min(1).max(50),
    ...mailMessage,
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
