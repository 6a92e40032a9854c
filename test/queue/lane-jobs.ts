import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { tryImport } from '#contracts/jobs/importa.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';

export const asked = { title: 'Prova', utente: 'anna', groupID: 3, correlationId: 'c' };
/** Data of a job of the long lane. */
export const longData = { caricato: '4f1f0a52-6c3c-4b6e-9d0a-2b3c4d5e6f70', nome: 'a.csv', impronta: 'a'.repeat(64), richiesta: 'r' };

/** Runs until its signal aborts. */
export const heldUntilStopped: JobHandler = ({ signal }) =>
  new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason as Error)));

/** A job of people that ends at once, and one of the long lane that runs until it is stopped; `seen`: how many of those ran side by side. */
export function shortAndHeld(seen: { running: number; most: number }): Map<string, { definition: JobDefinition; handler: JobHandler }> {
  const held: JobHandler = (context) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    return heldUntilStopped(context);
  };
  return new Map([
    [esportaAllegati.kind, { definition: esportaAllegati as unknown as JobDefinition, handler: async () => ({}) }],
    [tryImport.kind, { definition: tryImport as unknown as JobDefinition, handler: held }],
  ]);
}
