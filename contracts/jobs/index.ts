import type { DefinizioneJob } from './define-job.ts';
import { esportaAllegati } from './esporta-allegati.ts';
import { esportaElenco } from './esporta-elenco.ts';

/** Every kind of job that can be asked for. Its handler is registered in workers/jobs/index.ts. */
export const JOBS: readonly DefinizioneJob[] = [esportaAllegati, esportaElenco] as readonly unknown[] as readonly DefinizioneJob[];

export function definizioneJob(tipo: string): DefinizioneJob | undefined {
  return JOBS.find((job) => job.tipo === tipo);
}
