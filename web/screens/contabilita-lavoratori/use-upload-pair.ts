import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CONTABILITA_MESSAGES } from '#contracts/modules/contabilita/processi.ts';
import type { InputFile } from '#contracts/modules/contabilita/result.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { earlierOptions, type Pair } from './contabilita.api.ts';
import { useSendPair } from './use-send-pair.ts';

/** Manages the two files of a run: choice, search for earlier runs, upload. The choice is cleared once they are queued. */
export function useUploadPair() {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const sendPair = useSendPair();
  const [chosen, setChosen] = useState<Partial<Pair>>({});
  /** Progress of the upload from 0 to 100; `null` when none runs. */
  const [progress, setProgress] = useState<number | null>(null);
  const earlier = useQuery(earlierOptions(chosen));
  const choose = (name: InputFile, file: File | null) =>
    setChosen(({ [name]: _before, ...others }) => (file ? { ...others, [name]: file } : others));
  const send = async (): Promise<void> => {
    const { bilMovDip, ripartizioni } = chosen;
    if (!bilMovDip || !ripartizioni) return void snackbar.error(CONTABILITA_MESSAGES.fileMancante);
    if (progress !== null) return;
    setProgress(0);
    try {
      // if earlier runs are still being searched, wait: the person must see them and press again
      if (earlier.isLoading && (await client.ensureQueryData(earlierOptions(chosen)).catch(() => [])).length > 0) return;
      // after a refusal the files stay chosen, for another attempt
      if (await sendPair({ bilMovDip, ripartizioni }, (sent, total) => setProgress(total === 0 ? 0 : (sent / total) * 100))) setChosen({});
    } finally {
      setProgress(null);
    }
  };
  return { chosen, choose, progress, send, earlier: earlier.data ?? [] };
}
