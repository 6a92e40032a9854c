import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Every read table made again from the log (POST api/amministrazione/ricostruisci). */
export const rebuildTables = defineJob({ kind: 'rebuild-tables', lane: 'lungo', data: z.strictObject({}), oneAtATime: true });
