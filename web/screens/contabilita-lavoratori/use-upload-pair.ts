import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CONTABILITA_MESSAGES } from '#contracts/modules/contabilita/processi.ts';
import type { InputFile } from '#contracts/modules/contabilita/result.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { processesOptions, uploadPair } from './contabilita.api.ts';

type Chosen = Partial<Record<InputFile, File>>;

/** The two files of an accounting: chosen, sent together, and gone once they are in the queue. */
export function useUploadPair() {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [chosen, setChosen] = useState<Chosen>({});
  /** 0 to 100 while they are on their way. */
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef(false);
  const choose = (name: InputFile, file: File | null) =>
    setChosen(({ [name]: _before, ...others }) => (file ? { ...others, [name]: file } : others));
  const send = async (): Promise<void> => {
    const { bilMovDip, ripartizioni } = chosen;
    if (!bilMovDip || !ripartizioni) return void snackbar.error(CONTABILITA_MESSAGES.fileMancante);
    // a double press is one upload
    if (sending.current) return;
    sending.current = true;
    setProgress(0);
    try {
      const { taskName } = await uploadPair({ bilMovDip, ripartizioni }, (sent, total) =>
        setProgress(total === 0 ? 0 : (sent / total) * 100),
      );
      setChosen({});
      snackbar.success('File caricati', { detail: `${taskName} è in coda` });
      // the list here, and Attività in the top bar
      await Promise.all([processesOptions.queryKey, keys.processi].map((queryKey) => client.invalidateQueries({ queryKey })));
    } catch (error) {
      // the files stay chosen: nothing has to be looked for again
      snackbar.error(CONTABILITA_MESSAGES.caricamento, { detail: messageOf(error) });
    } finally {
      sending.current = false;
      setProgress(null);
    }
  };
  return { chosen, choose, progress, send };
}
