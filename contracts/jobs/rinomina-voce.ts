import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** The records that name an entry of a master list follow its new name. */
export const rinominaVoce = defineJob({
  kind: 'rinomina-voce',
  lane: 'persona',
  ofThePortal: true,
  // a second renaming finds what the first has done
  oneAtATime: true,
  inOrder: true,
  notCancelled: 'asked',
  data: z.strictObject({
    /** Register of the entry, and the field that others name it by. */
    registro: z.string().min(1),
    campo: z.string().min(1),
    da: z.string().min(1),
    a: z.string().min(1),
    /** The event that renamed it: what follows is derived from it, and its place in the log. */
    evento: z.string().min(1),
    posizione: z.string().min(1),
  }),
});
