import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Job that changes an entry's name in the records that reference it, after the entry of a master list was renamed. */
export const rinominaVoce = defineJob({
  kind: 'rinomina-voce',
  lane: 'persona',
  ofThePortal: true,
  // a second renaming must find the records already changed by the first one
  oneAtATime: true,
  inOrder: true,
  notCancelled: 'asked',
  data: z.strictObject({
    /** Register of the entry, and its field that other records store. */
    registro: z.string().min(1),
    campo: z.string().min(1),
    da: z.string().min(1),
    a: z.string().min(1),
    /** Id and position of the event that renamed the entry; ids of the job's commands are derived from the id. */
    evento: z.string().min(1),
    posizione: z.string().min(1),
  }),
});
