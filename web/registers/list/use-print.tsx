import { useCallback, useRef, useState, type ReactNode } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, formatNumber } from '#web/lib/format.ts';
import { useDitta } from '#web/lib/session.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { PrintedList } from '#web/ui/grid/PrintedList.tsx';
import type { PageProgress } from '../all-pages.ts';
import { reportTaking } from '../taking.api.ts';

/** Maximum of printed rows; the browser could not lay out more. */
const MOST = 5000;

/**
 * Reads all filtered rows, reports the print to the portal and prints them. The caller must render `paper`. `table`: the register's path;
 * `moment`: the instant of the rows in words, and its day.
 */
export function usePrint<R>(table: string, title: string, moment?: { words: string; day: string }) {
  const snackbar = useSnackbar();
  const ditta = useDitta();
  const busy = useRef(false);
  const [sheet, setSheet] = useState<{ columns: readonly GridColumn<R>[]; rows: readonly R[] } | null>(null);
  const done = useCallback(() => setSheet(null), []);
  const print = async (
    columns: readonly GridColumn<R>[],
    total: number,
    readRows: (progress: PageProgress) => Promise<R[]>,
  ): Promise<void> => {
    // a second press while the rows are being read would print twice
    if (busy.current) return;
    if (total > MOST)
      return void snackbar.warn(`Troppe righe da stampare: ${formatNumber(total, 0)}`, {
        detail: `Se ne stampano al massimo ${formatNumber(MOST, 0)}: restringi la ricerca, o usa Excel.`,
      });
    const text = `Preparo la stampa di ${title}`;
    const id = snackbar.progress(text, 0);
    busy.current = true;
    try {
      const rows = await readRows((now, all) =>
        snackbar.update(id, {
          kind: 'progress',
          text,
          value: all === 0 ? 100 : (now / all) * 100,
          detail: `${now} di ${countOf(all, 'riga', 'righe')}`,
        }),
      );
      await reportTaking({
        tipo: 'stampa',
        tabella: table,
        forma: moment ? `elenco al ${moment.words}` : 'elenco',
        quanti: rows.length,
        quali: columns.map(({ id: name }) => name),
      });
      snackbar.dismiss(id);
      setSheet({ columns, rows });
    } catch (error) {
      snackbar.dismiss(id);
      snackbar.error('Stampa non riuscita', { detail: messageOf(error) });
    } finally {
      busy.current = false;
    }
  };
  const paper: ReactNode = sheet ? (
    <PrintedList title={title} moment={moment} ditta={ditta} columns={sheet.columns} rows={sheet.rows} onPrinted={done} />
  ) : null;
  return { print, paper };
}
