import type { ExportTable } from '#web/ui/grid/export.ts';
import type { Figures } from './FiguresTable.tsx';

/** Builds the export table of work items by date. */
export function dailyTable({ columns, rows }: Figures): ExportTable {
  return {
    name: 'Note',
    columns: [
      { label: 'Lavorazione', type: 'testo' },
      { label: 'UM', type: 'testo' },
      ...[...columns, 'Totale'].map((label) => ({ label, type: 'numero' as const, decimals: 3 })),
    ],
    rows: rows.map(({ name, values, total, unit }) => [name, unit, ...values.map((value) => (value === 0 ? null : value)), total]),
  };
}
