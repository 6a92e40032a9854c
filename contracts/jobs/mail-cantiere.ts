import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** Job that sends a mail about a site (POST api/Mail). The text is fixed at the request. */
export const mailCantiere = defineJob({
  kind: 'mail-cantiere',
  lane: 'posta',
  data: z.strictObject({
    commessa: z.string().min(1).max(50),
    ...mailMessage,
  }),
});
