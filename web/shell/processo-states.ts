import type { Processo } from '#contracts/modules/processi.ts';
import { atteso } from '../lib/expected.ts';

export const inCorso = (processo: Pick<Processo, 'status'>): boolean => processo.status === 'queued' || processo.status === 'running';

/** The jobs that were at work before and have ended since; one started here may end before it was ever seen. */
export function appenaFiniti(prima: readonly Processo[] | undefined, dopo: readonly Processo[]): Processo[] {
  const running = new Set(prima?.filter(inCorso).map((p) => p.id));
  return dopo.filter((p) => (running.has(p.id) || atteso(p.id)) && !inCorso(p));
}
