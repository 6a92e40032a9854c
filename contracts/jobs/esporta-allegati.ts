import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Job that zips files of the archive (section 5 of the specification's files; POST api/allegati). */
export const esportaAllegati = defineJob({
  kind: 'esporta-allegati',
  lane: 'persona',
  data: z.strictObject({
    /** Name of the zip, without `.zip`. */
    nome: z.string().min(1).max(120),
    /** Logical path in the archive and name inside the zip. */
    file: z.array(z.strictObject({ percorso: z.string().min(1), nome: z.string().min(1).max(600) })).max(200_000),
    /** Names of reserved files that are left out, since the requester may not open them. */
    riservati: z.array(z.string().max(600)).max(200_000).optional(),
  }),
});
