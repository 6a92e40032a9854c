import { formatScadenza } from '#web/lib/format.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useOpenFile } from '#web/registers/documents/use-open-file.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { SeenDocument } from './documents.ts';
import type { Row } from '#web/registers/row.ts';
import type { WorkerRow } from './document-rules.ts';

/** Returns a function that opens a worker's document in a new window; without a file, a message tells the expiry date. */
export function useOpenDocument(): (row: WorkerRow, document: SeenDocument) => void {
  const openFile = useOpenFile();
  const snackbar = useSnackbar();
  return (row, { file, percorso, date }) => {
    const stored = archiveOf<Row>(row)[file.field];
    if (percorso) void openFile(percorso, stored?.percorso === percorso ? stored.versione : undefined);
    else snackbar.info(`${file.label}: nessun file`, date ? { detail: `Scadenza ${date}, ${formatScadenza(date)}` } : {});
  };
}
