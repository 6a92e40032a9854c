import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Job that deletes what the portal holds of a worker who was forgotten, and makes the read tables anew. */
export const forgetWorker = defineJob({
  kind: 'dimentica-lavoratore',
  lane: 'lungo',
  ofThePortal: true,
  oneAtATime: true,
  notCancelled: 'asked',
  keepsRow: true,
  data: z.strictObject({
    matricola: z.string().min(1).max(30),
    /** Instant of the event by which the worker was forgotten. */
    quando: z.string().min(1),
  }),
});
