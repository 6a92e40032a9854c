import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** The mail that tells group 2 of a backup that failed, or of a restore that did not come back as it was. */
export const backupWarning = defineJob({
  kind: 'backup-warning',
  lane: 'posta',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
  // else what was told would be told again
  keepsRow: true,
});
