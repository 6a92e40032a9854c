import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { mailMessage } from './mail-message.ts';

/** Job that mails group 2 about a failed backup or a failed restore test. */
export const backupWarning = defineJob({
  kind: 'backup-warning',
  lane: 'posta',
  data: z.strictObject(mailMessage),
  ofThePortal: true,
  // the row records that the warning was sent, so that it is not sent again
  keepsRow: true,
});
