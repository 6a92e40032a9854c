import { z } from 'zod';
import { isCalendarDate } from '../core/dates.ts';
import { defineJob } from './define-job.ts';

const night = z.strictObject({ giorno: z.string().refine(isCalendarDate) });

/** Job that makes the backup of one night. */
export const nightlyBackup = defineJob({
  kind: 'nightly-backup',
  lane: 'lungo',
  data: night,
  oneAtATime: true,
  ofThePortal: true,
  keepsRow: true,
});

/** Kind of the rows that record manual backups; no worker runs them. */
export const HAND_BACKUP = 'hand-backup';

/** Job that restores the backup to a separate place and compares the result with the portal. */
export const restoreTest = defineJob({
  kind: 'restore-test',
  lane: 'lungo',
  data: night,
  oneAtATime: true,
  ofThePortal: true,
  keepsRow: true,
});
