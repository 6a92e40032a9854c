import { useState } from 'react';
import { useJob } from './use-job.ts';

/** Body of `POST api/allegati`: several records, or one. */
export type AttachmentsRequest =
  { all: true; macchina: readonly string[] } | { macchina: string } | { all: true; personale: readonly string[] } | { personale: string };

/** Starts the job that builds a zip of the records' files. */
export function useAttachmentsExport(): { exporting: boolean; exportFiles(request: AttachmentsRequest): Promise<void> } {
  const [exporting, setExporting] = useState(false);
  const start = useJob();
  const exportFiles = async (request: AttachmentsRequest) => {
    setExporting(true);
    await start('/api/allegati', request, 'Zip allegati').finally(() => setExporting(false));
  };
  return { exporting, exportFiles };
}
