import type { ExportTable } from '#web/ui/grid/export.ts';
import { tableOf } from './FiguresTable.tsx';
import type { Chart } from './model.ts';

/** Work items by date, as the table shows them. */
export function dailyTable(chart: Chart): ExportTable {
  const { columns, rows } = tableOf(chart, true);
  return {
    name: 'Note',
    columns: [{ label: 'Lavorazione', type: 'testo' }, { label: 'UM', type: 'testo' }, ...[...columns, 'Totale'].map((label) => ({ label, type: 'numero' as const, decimals: 3 }))],
    rows: rows.map(({ name, values, total }) => [name, chart.unit, ...values.map((value) => (value === 0 ? null : value)), total]),
  };
}
