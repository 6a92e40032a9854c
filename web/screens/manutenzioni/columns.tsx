import { Wrench } from 'lucide-react';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { registerColumns, type RowOf } from '#web/registers/list/columns.ts';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { dovuteOf, sentence, type Dovute, type ManutenzioneDovuta } from './dovute.ts';

const WIDTHS: Readonly<Record<string, number>> = { cantiere: 176, matricola: 104, tipologia: 136, ore_km: 96 };

/** Returns the columns of the list; the machine's cell shows due maintenance. */
export function manutenzioniColumns(dovute: Dovute | undefined): GridColumn<RowOf<typeof manutenzioni>>[] {
  return registerColumns(manutenzioni).map((column) => {
    const width = WIDTHS[column.id];
    const sized = width === undefined ? column : { ...column, width };
    return column.id === 'matricola'
      ? { ...sized, render: (row: RowOf<typeof manutenzioni>) => <Matricola row={row} dovute={dovuteOf(dovute, row)} /> }
      : sized;
  });
}

function Matricola({ row, dovute }: { row: RowOf<typeof manutenzioni>; dovute: readonly ManutenzioneDovuta[] }) {
  if (dovute.length === 0) return <>{row.matricola}</>;
  return (
    <span className="inline-flex items-center gap-1.5">
      {row.matricola}
      <Tooltip text={`Da fare: ${sentence(dovute)}`}>
        <Wrench className="icon-sm text-due-ink" role="img" aria-label="Manutenzione da fare" />
      </Tooltip>
    </span>
  );
}
