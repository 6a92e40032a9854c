import type { Processo } from '#contracts/modules/processi.ts';
import { isExpected } from '../lib/awaited-results.ts';

export const isUnderWay = (processo: Pick<Processo, 'status'>): boolean => processo.status === 'queued' || processo.status === 'running';

/** Returns the jobs that have ended since `before`. A job started in this tab counts too, even if it was never seen running. */
export function justFinished(before: readonly Processo[] | undefined, after: readonly Processo[]): Processo[] {
  const running = new Set(before?.filter(isUnderWay).map((p) => p.id));
  return after.filter((p) => (running.has(p.id) || isExpected(p.id)) && !isUnderWay(p));
}
