import { useCallback } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { downloadTable } from '#web/ui/grid/download.ts';
import { exportTable, type ExportFormat } from '#web/ui/grid/export.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { PageProgress } from '../all-pages.ts';
import { tellTaking } from '../taking.api.ts';
import { useJob } from './use-job.ts';

/** Maximum of rows that the browser exports itself; a longer list is exported by a job of the server. */
const IN_BROWSER = 2000;
const PROGRAM = { xlsx: 'Excel', csv: 'Csv' } as const;

/** Rows to export: `read` reads them in the browser, `query` requests the same rows from the server. */
export interface ExportSource<R> {
  total: number;
  read(progress: PageProgress): Promise<R[]>;
  /** Request for the rows; `null` if no single request describes them. */
  query: { ordina?: string; cerca?: string; filtri?: Readonly<Record<string, unknown>> } | null;
}

export type ExportRows<R> = (format: ExportFormat, columns: readonly GridColumn<R>[], source: ExportSource<R>) => Promise<void>;

/** Exports the rows of a list to a file. `table`: the register's path; `file`: exact file name, if prescribed. */
export function useExport<R>(table: string, title: string, file?: string): ExportRows<R> {
  const here = useBrowserExport<R>(table, title, file);
  const start = useJob();
  return useCallback(
    async (format, columns, { total, read, query }) => {
      if (total <= IN_BROWSER || query === null) return here(format, columns, read);
      const { ordina, cerca, filtri } = query;
      const body = {
        tabella: table,
        formato: format,
        colonne: columns.map(({ id }) => id),
        ...(ordina ? { ordina } : {}),
        ...(cerca?.trim() ? { cerca: cerca.trim() } : {}),
        ...(filtri ? { filtri } : {}),
      };
      return start('/api/esporta', body, PROGRAM[format]);
    },
    [table, here, start],
  );
}

/** Exports rows in the browser and shows the progress. */
function useBrowserExport<R>(table: string, title: string, file: string | undefined) {
  const snackbar = useSnackbar();
  return useCallback(
    async (format: ExportFormat, columns: readonly GridColumn<R>[], read: ExportSource<R>['read']) => {
      const text = `Preparo ${title}`;
      const id = snackbar.progress(text, 0);
      try {
        const rows = await read((done, total) => {
          snackbar.update(id, {
            kind: 'progress',
            text,
            value: total === 0 ? 100 : (done / total) * 100,
            detail: `${done} di ${countOf(total, 'riga', 'righe')}`,
          });
        });
        await tellTaking({
          tipo: 'esportazione',
          tabella: table,
          forma: PROGRAM[format],
          quanti: rows.length,
          quali: columns.map(({ id }) => id),
        });
        await downloadTable(exportTable(title, columns, rows), format, file);
        snackbar.dismiss(id);
        snackbar.success('File pronto', { detail: countOf(rows.length, 'riga', 'righe') });
      } catch (error) {
        snackbar.dismiss(id);
        snackbar.error('Esportazione non riuscita', { detail: messageOf(error) });
      }
    },
    [table, title, file, snackbar],
  );
}
