import { z } from 'zod';
import { defineJob } from './define-job.ts';

const uploadedFile = z.strictObject({
  /** Generated name in the folder of uploads. */
  caricato: z.uuid(),
  /** Original name of the uploaded file. */
  nome: z.string().min(1).max(255),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Job that splits personnel costs by site, from two files (POST api/contabilita-lavoratori/process-files). */
export const contabilitaLavoratori = defineJob({
  kind: 'contabilita-lavoratori',
  lane: 'persona',
  data: z.strictObject({
    /** Number of the accounting run; appears as `#000123` in the names of the run and of its files. */
    numero: z.int().min(1),
    bilMovDip: uploadedFile,
    ripartizioni: uploadedFile,
    /** Prefixes of the accounts that count as costs. */
    contiEconomici: z.array(z.string().min(1).max(40)).max(200),
    /** True if the same two files were processed before. */
    ripetuta: z.boolean().optional(),
    /** Time of the recorded event; set only for demo data. */
    quando: z.iso.datetime().optional(),
  }),
  oneAtATime: true,
  inOrder: true,
  endsItself: true,
  // results contain wages, so they are deleted after 90 days; the row stays on the list
  resultDays: 90,
  keepsRow: true,
  ofTheFirm: true,
});
