import { useState } from 'react';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { reportTaking } from '#web/registers/taking.api.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { downloadTable } from '#web/ui/grid/download.ts';
import type { ExportTable } from '#web/ui/grid/export.ts';

/** Writes the shown table to Excel; reports the export to the trail of accesses first. */
export function useSheet(): { writing: boolean; write(table: ExportTable, sites: readonly string[]): Promise<void> } {
  const snackbar = useSnackbar();
  const [writing, setWriting] = useState(false);
  const write = async (table: ExportTable, sites: readonly string[]) => {
    setWriting(true);
    try {
      await reportTaking({
        tipo: 'esportazione',
        tabella: cantieri.path,
        forma: 'Excel, andamento',
        quanti: table.rows.length,
        quali: [...sites],
      });
      await downloadTable(table, 'xlsx', table.name);
    } catch (error) {
      snackbar.error('Esportazione non riuscita', { detail: messageOf(error) });
    } finally {
      setWriting(false);
    }
  };
  return { writing, write };
}
