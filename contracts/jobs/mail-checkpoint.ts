import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** Job that mails a checkpoint of the log to `SIGILLI_A`, or tells group 2 that the log no longer extends its last one. */
export const mailCheckpoint = defineJob({
  kind: 'mail-sigillo',
  lane: 'posta',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
  // the row records that the mail was sent, so that it is not sent again
  keepsRow: true,
});
