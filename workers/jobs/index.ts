import { JOBS } from '#contracts/jobs/index.ts';
import type { DefinizioneJob } from '#contracts/jobs/define-job.ts';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { GestoreJob } from '#contracts/ports/job-queue.ts';
import type { LettoreElenchi } from '#contracts/ports/list-reader.ts';
import type { JobPronto } from '../engine/run-job.ts';
import { gestoreEsportaAllegati } from './esporta-allegati.handler.ts';
import { gestoreEsportaElenco } from './esporta-elenco.handler.ts';

/** What handlers may need. */
export interface Strumenti {
  files: FileStore;
  elenchi: LettoreElenchi;
  cartellaRisultati: string;
}

const GESTORI: Readonly<Record<string, (strumenti: Strumenti) => GestoreJob>> = {
  'esporta-allegati': gestoreEsportaAllegati,
  'esporta-elenco': gestoreEsportaElenco,
};

/** Every kind of job with its handler; a kind without one, or the reverse, stops the workers at start. */
export function jobsPronti(strumenti: Strumenti, definizioni: readonly DefinizioneJob[] = JOBS, gestori = GESTORI): Map<string, JobPronto> {
  const problemi = [
    ...definizioni.filter(({ tipo }) => !Object.hasOwn(gestori, tipo)).map(({ tipo }) => `job ${tipo} has no handler`),
    ...Object.keys(gestori).filter((tipo) => !definizioni.some((d) => d.tipo === tipo)).map((tipo) => `handler ${tipo} has no definition`),
    ...definizioni.filter((d, i) => definizioni.findIndex((x) => x.tipo === d.tipo) !== i).map(({ tipo }) => `job ${tipo} is defined twice`),
  ];
  if (problemi.length > 0) throw new Error(problemi.join('\n'));
  return new Map(definizioni.map((definizione) => [definizione.tipo, { definizione, gestore: gestori[definizione.tipo]!(strumenti) }]));
}
