import { useCallback } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { downloadTable } from '#web/ui/grid/download.ts';
import { exportTable, type ExportFormat } from '#web/ui/grid/export.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { PageProgress } from '../all-pages.ts';
import type { ListQuery } from '../register.api.ts';
import { reportTaking } from '../taking.api.ts';
import { useJob } from './use-job.ts';

/** Maximum of rows that the browser exports itself; a longer list is exported by a job of the server. */
const IN_BROWSER = 2000;
const PROGRAM = { xlsx: 'Excel', csv: 'Csv' } as const;

/** Rows to export: `readRows` reads them in the browser, `query` requests the same rows from the server. */
export interface ExportSource<R> {
  total: number;
  readRows(progress: PageProgress): Promise<R[]>;
  /** Request for the rows; `null` if no single request describes them. */
  query: Partial<Pick<ListQuery, 'ordina' | 'cerca' | 'filtri' | 'al'>> | null;
}

/** Names of an exported list: of its sheet, its file and its first line. */
export interface ExportNames {
  title: string;
  /** File name without extension; default: the title with today's date. */
  file?: string | undefined;
  /** First line of the file, which tells the instant of its rows. */
  above?: string | undefined;
  /** Instant of the rows in words. */
  moment?: string | undefined;
}

export type ExportRows<R> = (format: ExportFormat, columns: readonly GridColumn<R>[], source: ExportSource<R>) => Promise<void>;

/** Exports the rows of a list to a file. `table`: the register's path. */
export function useExport<R>(table: string, names: ExportNames): ExportRows<R> {
  const exportInBrowser = useBrowserExport<R>(table, names);
  const start = useJob();
  return useCallback(
    async (format, columns, { total, readRows, query }) => {
      if (total <= IN_BROWSER || query === null) return exportInBrowser(format, columns, readRows);
      const { ordina, cerca, filtri, al } = query;
      const body = {
        tabella: table,
        formato: format,
        colonne: columns.map(({ id }) => id),
        ...(ordina ? { ordina } : {}),
        ...(cerca?.trim() ? { cerca: cerca.trim() } : {}),
        ...(filtri ? { filtri } : {}),
        ...(al ? { al } : {}),
      };
      return start('/api/esporta', body, PROGRAM[format]);
    },
    [table, exportInBrowser, start],
  );
}

/** Exports rows in the browser and shows the progress. */
function useBrowserExport<R>(table: string, { title, file, above, moment }: ExportNames) {
  const snackbar = useSnackbar();
  return useCallback(
    async (format: ExportFormat, columns: readonly GridColumn<R>[], readRows: ExportSource<R>['readRows']) => {
      const text = `Preparo ${title}`;
      const id = snackbar.progress(text, 0);
      try {
        const rows = await readRows((done, total) => {
          snackbar.update(id, {
            kind: 'progress',
            text,
            value: total === 0 ? 100 : (done / total) * 100,
            detail: `${done} di ${countOf(total, 'riga', 'righe')}`,
          });
        });
        await reportTaking({
          tipo: 'esportazione',
          tabella: table,
          forma: moment ? `${PROGRAM[format]} al ${moment}` : PROGRAM[format],
          quanti: rows.length,
          quali: columns.map(({ id }) => id),
        });
        await downloadTable({ ...exportTable(title, columns, rows), ...(above ? { above: [above] } : {}) }, format, file);
        snackbar.dismiss(id);
        snackbar.success('File pronto', { detail: countOf(rows.length, 'riga', 'righe') });
      } catch (error) {
        snackbar.dismiss(id);
        snackbar.error('Esportazione non riuscita', { detail: messageOf(error) });
      }
    },
    [table, title, file, above, moment, snackbar],
  );
}
