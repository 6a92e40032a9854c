import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import type { DotState } from '#web/ui/feedback/Dot.tsx';

type Process = Pick<ProcessoContabilita, 'status' | 'esito'>;

/** An unknown state counts as queued. */
export const isWaiting = ({ status }: Pick<ProcessoContabilita, 'status'>): boolean => status !== 'done' && status !== 'error';

/** Circle and word of a process: green, orange when there is something to check, red, blue at work, grey in the queue. */
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

/** The name of a failed run ends with its reason: it is not said a second time below. */
export function toldOnce({ taskName, messaggio }: Pick<ProcessoContabilita, 'taskName' | 'messaggio'>): {
  name: string;
  rest: string;
  message: string | null;
} {
  const at = taskName.indexOf(' - ERRORE: ');
  const [name, rest] = at === -1 ? [taskName, ''] : [taskName.slice(0, at), taskName.slice(at)];
  const told = messaggio !== null && rest.includes(messaggio.replace(/\.$/, ''));
  return { name, rest, message: told ? null : messaggio };
}
