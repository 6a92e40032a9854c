import type { Processo } from '#contracts/modules/processi.ts';
import { expected } from '../lib/expected.ts';

export const isUnderWay = (processo: Pick<Processo, 'status'>): boolean => processo.status === 'queued' || processo.status === 'running';

/** The jobs that were at work before and have ended since; one started here may end before it was ever seen. */
export function justFinished(before: readonly Processo[] | undefined, after: readonly Processo[]): Processo[] {
  const running = new Set(before?.filter(isUnderWay).map((p) => p.id));
  return after.filter((p) => (running.has(p.id) || expected(p.id)) && !isUnderWay(p));
}
