import { useState } from 'react';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { nuovaChiave } from '#web/lib/idempotency.ts';
import { carica } from '#web/registers/documents/files.api.ts';
import type { RecordFiles, Upload } from '#web/registers/documents/use-record-files.ts';
import { useReread } from '#web/registers/documents/use-reread.ts';
import { updateRecord } from '#web/registers/register.api.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { campiContratto, CONTRATTO, testo } from './noleggi.ts';

/** The contract of a period is uploaded first; then the period says where it is. */
export function useContratto(): RecordFiles | null {
  const { id, form } = useFormContext();
  const snackbar = useSnackbar();
  const reread = useReread(storicoNoleggi, id ?? '', form);
  const [running, setRunning] = useState<{ upload: Upload; stop: AbortController } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [matricola, dataInizio] = [testo(form.base['matricola']), testo(form.base['data_inizio'])];
  if (id === null || matricola === null) return null;

  const upload = async (_campo: string, file: File): Promise<void> => {
    const stop = new AbortController();
    const progress = (sent: number, total: number) => setRunning({ upload: { nome: file.name, sent, total }, stop });
    setRefused(null);
    progress(0, file.size);
    try {
      const { percorso } = await carica(file, campiContratto(matricola, dataInizio ?? ''), { signal: stop.signal, onProgress: progress });
      const now = await reread([CONTRATTO.field]);
      // the upload itself ties the file to the only period of that day; where it could not, the period says it
      if (now && now.record.values[CONTRATTO.field] !== percorso) {
        await updateRecord(storicoNoleggi, id, { [CONTRATTO.field]: percorso }, now.record.version ?? 0, nuovaChiave());
        await reread([CONTRATTO.field]);
      }
      snackbar.success('Documento caricato con successo!', { detail: CONTRATTO.label });
    } catch (error) {
      if (!stop.signal.aborted) setRefused(messaggioDi(error));
    } finally {
      setRunning(null);
    }
  };
  return {
    uploads: { [CONTRATTO.field]: running?.upload },
    refused: { [CONTRATTO.field]: refused ?? undefined },
    refuse: (_campo, why) => setRefused(why),
    upload,
    cancel: () => running?.stop.abort(),
    // part 2, section 2: a contract that is there stays
    remove: async () => false,
  };
}
