import { z } from 'zod';
import { FILE_FORMATS } from '../export/cells.ts';
import { defineJob } from './define-job.ts';

/** What is asked for (POST api/esporta/tutto). */
export const wholeRequest = z.object(
  {
    formato: z.enum(FILE_FORMATS, { error: 'Serve xlsx oppure csv' }),
    /** With the files of the archive. */
    documenti: z.boolean({ error: 'Serve documenti: true oppure false' }),
  },
  { error: 'Serve un oggetto con formato e documenti' },
);

/** Every register and trail, and the archive, in one zip. It reads everything: one at a time. */
export const esportaTutto = defineJob({
  kind: 'esporta-tutto',
  lane: 'lungo',
  data: wholeRequest.extend({
    /** Name the file is downloaded under. */
    nome: z.string().min(1).max(200),
  }),
  oneAtATime: true,
});
