import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** Job that mails a fault to the persons responsible for its machine. The text is fixed when the fault is reported. */
export const mailFault = defineJob({
  kind: 'mail-guasto',
  lane: 'posta',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
});
