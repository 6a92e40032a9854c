import { z } from 'zod';
import { defineJob } from './define-job.ts';

/**
 * Changes many records, or takes such a change back (POST api/REGISTER/modifica-insieme, POST api/modifiche/ID/annulla). The records and
 * their values stand in the table of changes, under the id of the job.
 */
export const changeMany = defineJob({
  kind: 'modifica-insieme',
  lane: 'persona',
  // what is done can be taken back as a whole afterwards
  notCancelled: 'running',
  data: z.strictObject({ registro: z.string().min(1) }),
});
