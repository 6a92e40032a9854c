import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import type { DotState } from '#web/ui/feedback/Dot.tsx';

type Process = Pick<ProcessoContabilita, 'status' | 'esito'>;

/** Tells whether a run is queued or running; an unknown state counts as queued. */
export const isWaiting = ({ status }: Pick<ProcessoContabilita, 'status'>): boolean => status !== 'done' && status !== 'error';

/** Returns dot and word of a run's state: green, orange when there is something to check, red, blue while running, grey when queued. */
export function stateOf({ status, esito }: Process): { dot: DotState; word: string } {
  switch (status) {
    case 'done':
      return esito === 'anomalie' ? { dot: 'alert', word: 'Da verificare' } : { dot: 'ok', word: 'Completato' };
    case 'error':
      return { dot: 'danger', word: 'Errore' };
    case 'running':
      return { dot: 'run', word: 'In esecuzione' };
    default:
      return { dot: 'queue', word: 'In coda' };
  }
}

/** Splits a run's texts so that the reason of a failure, which the name already includes, is not repeated. */
export function toldOnce({ taskName, messaggio }: Pick<ProcessoContabilita, 'taskName' | 'messaggio'>): {
  name: string;
  suffix: string;
  message: string | null;
} {
  const at = taskName.indexOf(' - ERRORE: ');
  const [name, suffix] = at === -1 ? [taskName, ''] : [taskName.slice(0, at), taskName.slice(at)];
  const isRepeated = messaggio !== null && suffix.includes(messaggio.replace(/\.$/, ''));
  return { name, suffix, message: isRepeated ? null : messaggio };
}
