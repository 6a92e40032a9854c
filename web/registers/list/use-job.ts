import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, messageOf } from '#web/lib/api-client.ts';
import { awaitResult } from '#web/lib/awaited-results.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

/** Starts a job whose result is a file. The job is shown in Attività; the file is downloaded when ready. */
export function useJob(): (path: string, body: object, label: string) => Promise<void> {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  return useCallback(
    async (path, body, label) => {
      try {
        const { message } = await api.post<{ message: { jobId: string } }>(path, body);
        const snack = snackbar.info(`${label} in preparazione`, { detail: 'Si scarica da solo quando è pronto; si vede in Attività.' });
        awaitResult(message.jobId, () => snackbar.dismiss(snack));
        await client.invalidateQueries({ queryKey: keys.processi });
      } catch (error) {
        snackbar.error('Esportazione non avviata', { detail: messageOf(error) });
      }
    },
    [client, snackbar],
  );
}
