import { z } from 'zod';
import { FILE_FORMATS } from '../export/cells.ts';
import { defineJob } from './define-job.ts';

/** Body of `POST api/esporta/tutto`. */
export const wholeRequest = z.object(
  {
    formato: z.enum(FILE_FORMATS, { error: 'Serve xlsx oppure csv' }),
    /** Includes the files of the archive. */
    documenti: z.boolean({ error: 'Serve documenti: true oppure false' }),
  },
  { error: 'Serve un oggetto con formato e documenti' },
);

/** Exports every register, every trail and the archive in one zip. One at a time, since the job reads everything. */
export const esportaTutto = defineJob({
  kind: 'esporta-tutto',
  lane: 'lungo',
  data: wholeRequest.extend({
    /** Name under which the file is downloaded. */
    nome: z.string().min(1).max(200),
  }),
  oneAtATime: true,
});
