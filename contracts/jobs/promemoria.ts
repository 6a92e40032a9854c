import { z } from 'zod';
import { isCalendarDate } from '../core/dates.ts';
import { defineJob } from './define-job.ts';

/** The digests of one morning: a mail to each person with something due. */
export const promemoria = defineJob({
  kind: 'promemoria',
  lane: 'posta',
  data: z.strictObject({
    giorno: z.string().refine(isCalendarDate),
    from: z.string().min(1).max(300),
    ditta: z.string().min(1).max(80),
    /** Address of the portal, which the links begin with. */
    portale: z.string().min(1).max(300),
    at: z.string().min(1).max(40),
  }),
  // one person's digests follow each other
  oneAtATime: true,
  inOrder: true,
  ofThePortal: true,
});
