import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** The notice to a user that somebody else has set their password. */
export const mailPassword = defineJob({
  lane: 'posta',
  kind: 'mail-password',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
});
