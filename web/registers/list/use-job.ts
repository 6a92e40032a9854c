import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, messaggioDi } from '#web/lib/api-client.ts';
import { attendiRisultato } from '#web/lib/expected.ts';
import { chiavi } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

/** Asks for a job with a file as its result: shown in Attività, downloaded when it is ready. */
export function useJob(): (path: string, body: object, what: string) => Promise<void> {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  return useCallback(async (path, body, what) => {
    try {
      const { message } = await api.post<{ message: { jobId: string } }>(path, body);
      attendiRisultato(message.jobId);
      snackbar.info(`${what} in preparazione`, { detail: 'Si scarica da solo quando è pronto; si vede in Attività.' });
      await client.invalidateQueries({ queryKey: chiavi.processi });
    } catch (error) {
      snackbar.error('Esportazione non avviata', { detail: messaggioDi(error) });
    }
  }, [client, snackbar]);
}
