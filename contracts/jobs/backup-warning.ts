import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** The mail that tells group 2 of a backup that failed, or of a restore that did not come back as it was. */
export const backupWarning = defineJob({
  kind: 'backup-warning',
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
  // else what was told would be told again
  keepsRow: true,
});
