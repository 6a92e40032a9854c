import { useQueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { untilEnded } from '#web/lib/job-end.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { refresh } from '../../register.api.ts';
import { sendChange, sendTakingBack, type Together } from './change-together.api.ts';

/** Sends a change of many records, shows its progress, and offers to take it back once it has ended. */
export function useChangeTogether(def: AnyRegister) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { running, once, run } = useAction();

  const follow = async (jobId: string, words: string, canTakeBack: boolean): Promise<void> => {
    const shown = snackbar.progress(words, 0);
    try {
      const {
        status,
        messaggio,
        fatti = 0,
      } = await untilEnded(jobId, (percent) => snackbar.update(shown, { kind: 'progress', text: words, value: percent }));
      if (status !== 'done') snackbar.error('Modifica non riuscita', { detail: messaggio ?? undefined });
      else
        snackbar.success(messaggio ?? 'Modifica effettuata', {
          action: canTakeBack && fatti > 0 ? { label: 'ANNULLA', onClick: () => void takeBack(jobId) } : undefined,
        });
    } catch (error) {
      snackbar.error('Non si sa come è finita la modifica', { detail: `${messageOf(error)} L’esito si vede in Attività.` });
    } finally {
      snackbar.dismiss(shown);
      await refresh(client, def);
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
