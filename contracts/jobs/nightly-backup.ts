import { z } from 'zod';
import { isCalendarDate } from '../core/dates.ts';
import { defineJob } from './define-job.ts';

const night = z.strictObject({ giorno: z.string().refine(isCalendarDate) });

/** The backup of one night. */
export const nightlyBackup = defineJob({
  kind: 'nightly-backup',
  lane: 'lungo',
  data: night,
  oneAtATime: true,
  ofThePortal: true,
  keepsRow: true,
});

/** The kind of the row that tells of a backup made by hand: nobody asks for it, and no worker does it. */
export const HAND_BACKUP = 'hand-backup';

/** A restore tried beside the portal, and compared with it. */
export const restoreTest = defineJob({
  kind: 'restore-test',
  lane: 'lungo',
  data: night,
  oneAtATime: true,
  ofThePortal: true,
  keepsRow: true,
});
