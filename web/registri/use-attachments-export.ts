import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from '#web/lib/api-client.ts';
import { attendiRisultato } from '#web/lib/attesi.ts';
import { chiavi } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/snackbar.tsx';

/** What `POST api/allegati` takes: several records, or one. */
export type AttachmentsRequest = { all: true; macchina: readonly string[] } | { macchina: string };

/** Asks for the zip of the records' files: a job, shown in Attività, downloaded when it is ready. */
export function useAttachmentsExport(): { exporting: boolean; exportFiles(request: AttachmentsRequest): Promise<void> } {
  const [exporting, setExporting] = useState(false);
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const exportFiles = async (request: AttachmentsRequest) => {
    setExporting(true);
    try {
      const { message } = await api.post<{ message: { jobId: string } }>('/api/allegati', request);
      attendiRisultato(message.jobId);
      snackbar.info('Zip allegati in preparazione', { detail: 'Si scarica da solo quando è pronto; si vede in Attività.' });
      await client.invalidateQueries({ queryKey: chiavi.processi });
    } catch (error) {
      snackbar.error('Esportazione non avviata', { detail: error instanceof ApiError ? error.message : 'Il portale non risponde.' });
    } finally {
      setExporting(false);
    }
  };
  return { exporting, exportFiles };
}
