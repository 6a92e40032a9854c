import { useCallback } from 'react';
import { messaggioDi } from '#web/lib/api-client.ts';
import { conta } from '#web/lib/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { downloadTable } from '#web/ui/grid/download.ts';
import { exportTable, type ExportFormat } from '#web/ui/grid/export.ts';
import { useSnackbar } from '#web/ui/snackbar.tsx';
import type { PageProgress } from './all-pages.ts';

/** Reads rows with `read` and hands them to the person as a file, telling how far it is. */
export function useExport<R>(title: string) {
  const snackbar = useSnackbar();
  return useCallback(async (format: ExportFormat, columns: readonly GridColumn<R>[], read: (progress: PageProgress) => Promise<R[]>) => {
    const text = `Preparo ${title}`;
    const id = snackbar.progress(text, 0);
    try {
      const rows = await read((done, total) => {
        snackbar.update(id, { kind: 'progress', text, value: total === 0 ? 100 : (done / total) * 100, detail: `${done} di ${conta(total, 'riga', 'righe')}` });
      });
      await downloadTable(exportTable(title, columns, rows), format);
      snackbar.dismiss(id);
      snackbar.success('File pronto', { detail: conta(rows.length, 'riga', 'righe') });
    } catch (error) {
      snackbar.dismiss(id);
      snackbar.error('Esportazione non riuscita', { detail: messaggioDi(error) });
    }
  }, [title, snackbar]);
}
