import { z } from 'zod';
import { defineJob } from './define-job.ts';

const sent = z.strictObject({
  /** Generated name in the folder of uploads. */
  caricato: z.uuid(),
  /** The name its sender gave it. */
  nome: z.string().min(1).max(255),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Personnel costs split by site, from two files (POST api/contabilita-lavoratori/process-files). */
export const contabilitaLavoratori = defineJob({
  kind: 'contabilita-lavoratori',
  lane: 'persona',
  data: z.strictObject({
    /** `#000123` in its name and in those of its files. */
    numero: z.int().min(1),
    bilMovDip: sent,
    ripartizioni: sent,
    /** Prefixes of accounts that are costs. */
    contiEconomici: z.array(z.string().min(1).max(40)).max(200),
    /** The same two files had been run before. */
    ripetuta: z.boolean().optional(),
    /** Only for demo data: the time that the event carries. */
    quando: z.iso.datetime().optional(),
  }),
  oneAtATime: true,
  inOrder: true,
  endsItself: true,
  // wages: results go after this, and what was done stays on the list
  resultDays: 90,
  keepsRow: true,
  ofTheFirm: true,
});
