import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** The notice of a fault to whoever is responsible for its machine, written when it was reported. */
export const mailFault = defineJob({
  kind: 'mail-guasto',
  lane: 'posta',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
});
