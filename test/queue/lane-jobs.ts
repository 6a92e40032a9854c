import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { tryImport } from '#contracts/jobs/importa.ts';
import { rinominaVoce } from '#contracts/jobs/rinomina-voce.ts';
import { job, type Job, type JobHandler } from '#contracts/ports/job-queue.ts';

export const jobRequest = { title: 'Prova', utente: 'anna', groupID: 3, correlationId: 'c' };
/** Data of a job of the long lane. */
export const longData = { caricato: '4f1f0a52-6c3c-4b6e-9d0a-2b3c4d5e6f70', nome: 'a.csv', impronta: 'a'.repeat(64), richiesta: 'r' };

/** Job handler that runs until its signal aborts. */
export const heldUntilStopped: JobHandler = ({ signal }) =>
  new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason as Error)));

/** Creates a short job of the lane `persona`, and a job of the lane `lungo` that runs until stopped. `seen` counts concurrent long jobs. */
export function shortAndHeld(seen: { running: number; most: number }): Job[] {
  const held: JobHandler = (context) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    return heldUntilStopped(context);
  };
  return [job(esportaAllegati, async () => ({})), job(tryImport, held)];
}

/** Data of a job that renames an entry; jobs of this kind are done in order. */
export const renameData = { registro: 'meccanici', campo: 'descrizione', da: 'a', a: 'b', evento: 'e', posizione: '1' };
/** Creates the job that renames an entry; it only notes its id. */
export const renameJob = (done: string[]): Job =>
  job(rinominaVoce, async ({ id }) => {
    done.push(id);
    return {};
  });
