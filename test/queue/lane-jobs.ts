import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { tryImport } from '#contracts/jobs/importa.ts';
import { job, type Job, type JobHandler } from '#contracts/ports/job-queue.ts';

export const asked = { title: 'Prova', utente: 'anna', groupID: 3, correlationId: 'c' };
/** Data of a job of the long lane. */
export const longData = { caricato: '4f1f0a52-6c3c-4b6e-9d0a-2b3c4d5e6f70', nome: 'a.csv', impronta: 'a'.repeat(64), richiesta: 'r' };

/** Runs until its signal aborts. */
export const heldUntilStopped: JobHandler = ({ signal }) =>
  new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason as Error)));

/** A job of people that ends at once, and one of the long lane that runs until it is stopped; `seen`: how many of those ran side by side. */
export function shortAndHeld(seen: { running: number; most: number }): Job[] {
  const held: JobHandler = (context) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    return heldUntilStopped(context);
  };
  return [job(esportaAllegati, async () => ({})), job(tryImport, held)];
}
