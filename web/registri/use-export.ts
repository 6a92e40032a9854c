import { useCallback } from 'react';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { conta } from '#web/lib/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { downloadTable } from '#web/ui/grid/download.ts';
import { exportTable, type ExportFormat } from '#web/ui/grid/export.ts';
import { useSnackbar } from '#web/ui/snackbar.tsx';
import type { Row } from './columns.ts';
import { fetchAll, type ListQuery } from './register.api.ts';

/** Every filtered row with the shown columns, read page by page, written in a worker. */
export function useExport(def: AnyRegister, query: ListQuery, fileTitle: string) {
  const snackbar = useSnackbar();
  return useCallback(async (format: ExportFormat, columns: readonly GridColumn<Row>[]) => {
    const id = snackbar.progress(`Preparo ${fileTitle}`, 0);
    try {
      const rows = await fetchAll(def, query, (done, total) => {
        snackbar.update(id, { kind: 'progress', text: `Preparo ${fileTitle}`, value: total === 0 ? 100 : (done / total) * 100, detail: `${done} di ${conta(total, 'riga', 'righe')}` });
      });
      await downloadTable(exportTable(fileTitle, columns, rows), format);
      snackbar.update(id, { kind: 'success', text: 'File pronto', detail: conta(rows.length, 'riga', 'righe') });
    } catch (error) {
      snackbar.dismiss(id);
      snackbar.error('Esportazione non riuscita', { detail: messaggioDi(error) });
    }
  }, [def, query, fileTitle, snackbar]);
}
