import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** Job that mails users that a browser never seen before has signed in as them. */
export const mailNewBrowser = defineJob({
  lane: 'posta',
  kind: 'mail-nuovo-browser',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
});
