import { useState } from 'react';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import { uploadToArchive } from '#web/registers/documents/upload-to-archive.ts';
import { sizeOf, type RecordFiles, type Upload } from '#web/registers/documents/use-record-files.ts';
import { useReread } from '#web/registers/documents/use-reread.ts';
import { updateRecord } from '#web/registers/register.api.ts';
import { useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { calledTogether } from '#web/ui/inputs/file-kind.ts';
import { contrattoFields, CONTRATTO, text } from './noleggi.ts';

/** Uploads the contract of a period, then stores its path in the period. */
export function useContratto(): RecordFiles | null {
  const { id } = useOpenRecord();
  const { form } = useOpenFields(storicoNoleggi);
  const snackbar = useSnackbar();
  const reread = useReread(storicoNoleggi, id ?? '', form);
  const [running, setRunning] = useState<{ upload: Upload; stop: AbortController } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [matricola, startDate] = [text(form.base.matricola), text(form.base.data_inizio)];
  if (id === null || matricola === null) return null;

  const upload = async (field: string, input: File | readonly File[]): Promise<void> => {
    const files = [input].flat();
    const stop = new AbortController();
    const progress = (sent: number, total: number) => setRunning({ upload: { nome: calledTogether(files), sent, total }, stop });
    setRefusal(null);
    progress(0, sizeOf(files));
    try {
      const { percorso } = await uploadToArchive(files, contrattoFields(matricola, startDate ?? ''), {
        signal: stop.signal,
        onProgress: progress,
      });
      const now = await reread([CONTRATTO.field]);
      // the upload links the file if only one period has that start date; otherwise the period is updated here
      if (now && now.record.values[CONTRATTO.field] !== percorso) {
        const write = { key: id, changes: { [CONTRATTO.field]: percorso }, version: now.version ?? 0 };
        await updateRecord(storicoNoleggi, write, { idempotencyKey: newKey() });
        await reread([CONTRATTO.field]);
      }
      snackbar.success('Documento caricato con successo!', { detail: CONTRATTO.label });
    } catch (error) {
      if (!stop.signal.aborted) setRefusal(messageOf(error));
    } finally {
      setRunning(null);
    }
  };
  return {
    uploads: { [CONTRATTO.field]: running?.upload },
    refusals: { [CONTRATTO.field]: refusal ?? undefined },
    refuse: (field, why) => setRefusal(why),
    upload,
    cancel: () => running?.stop.abort(),
    // an existing contract cannot be removed (part 2, section 2)
    remove: async () => false,
  };
}
