import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** Job that mails users that another person has set their password. */
export const mailPassword = defineJob({
  lane: 'posta',
  kind: 'mail-password',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
});
