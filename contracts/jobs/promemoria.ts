import { z } from 'zod';
import { isCalendarDate } from '../core/dates.ts';
import { defineJob } from './define-job.ts';

/** Job that sends the digests of one morning: a mail to each person with due items. */
export const promemoria = defineJob({
  kind: 'promemoria',
  lane: 'posta',
  data: z.strictObject({
    giorno: z.string().refine(isCalendarDate),
    from: z.string().min(1).max(300),
    ditta: z.string().min(1).max(80),
    /** Address of the portal, with which the links in the mails begin. */
    portale: z.string().min(1).max(300),
    at: z.string().min(1).max(40),
  }),
  // a digest depends on the person's last one, so the jobs of two mornings run one after the other
  oneAtATime: true,
  inOrder: true,
  ofThePortal: true,
});
