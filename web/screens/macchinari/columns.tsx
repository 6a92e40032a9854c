import { macchinari } from '#contracts/registers/macchinari.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import { DeadlineCell } from '#web/registers/list/DeadlineCell.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { MaintenanceBadge } from './MaintenanceBadge.tsx';
import { maintenanceReasons, manutenzioneBeyond, SCADENZE } from './scadenze.ts';

/** All but the description, which takes what is left. */
const WIDTHS: Readonly<Record<string, number>> = { matricola: 96, tipologia: 146, marca: 118, modello: 100, targa: 94 };
/** A narrow screen keeps who the machine is, and its deadlines. */
const WIDE_ONLY = new Set(['tipologia', 'descrizione', 'targa']);

/** The hours that deadlines are counted from, in the place of those once written on the machine. */
const HOURS_NOW: GridColumn<Row> = { id: 'ore_tot', label: 'Ore/Km', type: 'number', width: 88, wideOnly: true };
const DEADLINES = new Set(SCADENZE.map(({ campo }) => campo));

/** Columns of the machine list: the register's own, deadlines as badges, and maintenance due. */
export const COLUMNS: readonly GridColumn<Row>[] = withMaintenance(
  registerColumns(macchinari).map((column) => {
    if (column.id === 'ore_km') return HOURS_NOW;
    if (DEADLINES.has(column.id)) return { ...column, render: (row: Row) => <DeadlineCell date={row[column.id] as string | null} /> };
    const width = WIDTHS[column.id];
    return {
      ...column,
      ...(width === undefined ? {} : { width }),
      ...(column.id === 'descrizione' ? { type: 'secondary' as const } : {}),
      ...(WIDE_ONLY.has(column.id) ? { wideOnly: true } : {}),
    };
  }),
);

function withMaintenance(columns: GridColumn<Row>[]): GridColumn<Row>[] {
  const last = columns.findLastIndex((column) => DEADLINES.has(column.id));
  const column: GridColumn<Row> = {
    id: 'manutenzione',
    label: 'Manutenzione',
    sortable: false,
    width: 236,
    value: (row) => manutenzioneBeyond(row),
    render: (row) => <MaintenanceCell reasons={maintenanceReasons(row)} />,
  };
  return columns.toSpliced(last + 1, 0, column);
}

function MaintenanceCell({ reasons }: { reasons: readonly string[] }) {
  return reasons.length === 0 ? <span className="none">–</span> : <MaintenanceBadge reasons={reasons} className="!text-label" />;
}
