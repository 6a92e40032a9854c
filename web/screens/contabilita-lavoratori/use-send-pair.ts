import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CONTABILITA_MESSAGES } from '#contracts/modules/contabilita/processi.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { processesOptions, sentOptions, uploadPair, type Pair } from './contabilita.api.ts';

/** Uploads two files and shows the outcome; resolves to true once they are queued. A double press uploads once. */
export function useSendPair() {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const sending = useRef(false);
  return async (files: Pair, onProgress: (sent: number, total: number) => void = () => {}): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    try {
      const { id, taskName } = await uploadPair(files, onProgress);
      client.setQueryData(sentOptions.queryKey, (before) => ({ ...before, [id]: files }));
      snackbar.success('File caricati', { detail: `${taskName} è in coda` });
      // refreshes the list here, and Attività in the top bar
      await Promise.all([processesOptions.queryKey, keys.processi].map((queryKey) => client.invalidateQueries({ queryKey })));
      return true;
    } catch (error) {
      snackbar.error(CONTABILITA_MESSAGES.caricamento, { detail: messageOf(error) });
      return false;
    } finally {
      sending.current = false;
    }
  };
}
