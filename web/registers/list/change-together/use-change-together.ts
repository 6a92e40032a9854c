import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { sendChange, type Together } from './change-together.api.ts';
import { useChangeJob } from './use-change-job.ts';

/** Sends a change of many records, shows its progress, and offers to take it back once it has ended. */
export function useChangeTogether(def: AnyRegister) {
  const snackbar = useSnackbar();
  const { follow } = useChangeJob(def);
  const { running, once, run } = useAction();
  /** Resolves to true once the change is requested; its progress goes on by itself. */
  const send = (together: Together, preview: readonly PreviewRow[]): Promise<boolean> =>
    run(
      async () => {
        const jobId = await once({ keys: together.keys, values: together.values }, (key) => sendChange(together, preview, key));
        void follow(jobId, 'Modifica in corso');
      },
      { failed: (error) => snackbar.error('Modifica non avviata', { detail: messageOf(error) }) },
    );
  return { running, send };
}
