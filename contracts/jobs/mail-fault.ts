import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** The notice of a fault to whoever is responsible for its machine, written when it was reported. */
export const mailFault = defineJob({
  kind: 'mail-guasto',
  data: z.strictObject({
    messageId: z.string().min(3).max(300),
    from: z.string().min(1).max(300),
    to: z.array(z.string().min(3).max(320)).min(1).max(200),
    subject: z.string().min(1).max(500),
    text: z.string().max(20_000),
    html: z.string().max(40_000),
    at: z.string().min(1).max(40),
  }),
  ofThePortal: true,
});
