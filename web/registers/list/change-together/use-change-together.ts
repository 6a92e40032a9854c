import { useQueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { untilEnded } from '#web/lib/job-end.ts';
import { keys } from '#web/lib/query.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { refresh } from '../../register.api.ts';
import { sendChange, sendTakingBack, type Together } from './change-together.api.ts';

/** Seconds for which a change is followed; the job continues without it. */
const WAIT_SECONDS = 600;

/** Sends a change of many records, shows its progress, and offers to take it back once it has ended. */
export function useChangeTogether(def: AnyRegister) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { running, once, run } = useAction();

  const follow = async (jobId: string, words: string, canTakeBack: boolean): Promise<void> => {
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
          action: canTakeBack && end.fatti ? { label: 'ANNULLA', onClick: () => void takeBack(jobId) } : undefined,
        });
    } catch (error) {
      snackbar.error('Non si sa come è finita la modifica', { detail: `${messageOf(error)} L’esito si vede in Attività.` });
    } finally {
      snackbar.dismiss(shown);
      await Promise.all([refresh(client, def), client.invalidateQueries({ queryKey: keys.processi })]);
    }
  };
  const takeBack = async (id: string): Promise<void> => {
    try {
      await follow(await sendTakingBack(id), 'Annullamento in corso', false);
    } catch (error) {
      snackbar.error('Annullamento non avviato', { detail: messageOf(error) });
    }
  };
  /** Resolves to true once the change is requested; its progress goes on by itself. */
  const send = (together: Together, preview: readonly PreviewRow[]): Promise<boolean> =>
    run(
      async () => {
        const jobId = await once({ keys: together.keys, values: together.values }, (key) => sendChange(together, preview, key));
        void follow(jobId, 'Modifica in corso', true);
      },
      { failed: (error) => snackbar.error('Modifica non avviata', { detail: messageOf(error) }) },
    );
  return { running, send };
}
