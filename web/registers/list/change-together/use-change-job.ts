import { useQueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { untilEnded } from '#web/lib/job-end.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { refresh } from '../../register.api.ts';
import { sendTakingBack } from './change-together.api.ts';

/** Seconds for which a change is followed; the job continues without it. */
const WAIT_SECONDS = 600;

/** Follows changes of many records of a register to their end, and takes them back. */
export function useChangeJob(def: AnyRegister) {
  const client = useQueryClient();
  const snackbar = useSnackbar();

  /** Shows the progress of a change, and its end with a button that takes it back; a taking back can be taken back too. */
  const follow = async (jobId: string, words: string): Promise<void> => {
    const shown = snackbar.progress(words, 0);
    try {
      const end = await untilEnded(jobId, {
        seconds: WAIT_SECONDS,
        onProgress: (percent) => snackbar.update(shown, { kind: 'progress', text: words, value: percent }),
      });
      if (end === null) snackbar.info(words, { detail: 'L’esito si vede in Attività.' });
      else if (end.status !== 'done') snackbar.error('Modifica non riuscita', { detail: end.messaggio ?? undefined });
      else
        snackbar.success(end.messaggio ?? 'Modifica effettuata', {
          action: end.fatti ? { label: 'ANNULLA', onClick: () => void takeBack(jobId) } : undefined,
        });
    } catch (error) {
      snackbar.error('Non si sa come è finita la modifica', { detail: `${messageOf(error)} L’esito si vede in Attività.` });
    } finally {
      snackbar.dismiss(shown);
      await Promise.all([refresh(client, def), client.invalidateQueries({ queryKey: keys.processi })]);
    }
  };
  /** Takes back the change with this id. */
  const takeBack = async (id: string): Promise<void> => {
    try {
      await follow(await sendTakingBack(id), 'Annullamento in corso');
    } catch (error) {
      snackbar.error('Annullamento non avviato', { detail: messageOf(error) });
    }
  };
  return { follow, takeBack };
}
