import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Job that rebuilds every read table from the log (POST api/amministrazione/ricostruisci). */
export const rebuildTables = defineJob({ kind: 'rebuild-tables', lane: 'lungo', data: z.strictObject({}), oneAtATime: true });
