import type { NameOf } from '#contracts/core/typed-record.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import { dayOf } from '#web/registers/row.ts';
import { DeadlineCell } from '#web/registers/list/DeadlineCell.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { maintenanceReasons, manutenzioneBeyond, scadenzeOf } from './scadenze.ts';
import clsx from 'clsx';
import { dueInWords } from '#contracts/modules/macchinari.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import { Reasons } from './MaintenanceReasons.tsx';
import { reasonLook } from './reason-look.ts';

/** Text that is cut from the reason in a cell, which has no room for more. */
const STOPPED_WORDS = ' per guasto:';

/** Shows in a cell why maintenance is due: the only reason, or their number. Hover and the row's focus show all reasons. */
function MaintenanceBadge({ reasons, className }: { reasons: readonly string[]; className?: string }) {
  return (
    <Tooltip text={<Reasons reasons={reasons} />} within="tr" className="inline-flex min-w-0 max-w-full">
      <Badge {...reasonLook(reasons[0])} className={clsx('min-w-0 max-w-full !flex-initial', className)}>
        <span className="truncate">{dueInWords(reasons).replace(STOPPED_WORDS, '')}</span>
      </Badge>
    </Tooltip>
  );
}

/** Widths in px of all columns except the description, which takes the remaining space. */
const WIDTHS: Readonly<Record<string, number>> = {
  matricola: 96,
  tipologia: 132,
  marca: 104,
  modello: 94,
  targa: 88,
} satisfies Partial<Record<NameOf<typeof macchinari>, number>>;
/** Columns hidden on a narrow screen, which keeps identifier and deadlines. */
const WIDE_ONLY = new Set<string>(['tipologia', 'descrizione', 'targa'] satisfies NameOf<typeof macchinari>[]);

/** Column of the current hours, from which deadlines are computed; replaces the hours once entered on the machine. */
const HOURS_NOW: GridColumn<Row> = { id: 'ore_tot', label: 'Ore/Km', type: 'number', width: 88, wideOnly: true };

/** Columns of the machine list: the register's own, deadlines as badges, and maintenance due. */
export const columnsOf = oncePer((def: AnyRegister): readonly GridColumn<Row>[] => {
  const deadlines = new Set(scadenzeOf(def).map(({ campo }) => campo));
  const columns = registerColumns(def).map((column): GridColumn<Row> => {
    if (column.id === 'ore_km') return HOURS_NOW;
    if (deadlines.has(column.id))
      return { ...column, render: (row: Row) => <DeadlineCell date={row[column.id] as string | null} today={dayOf(row)} /> };
    const width = WIDTHS[column.id];
    return {
      ...column,
      ...(width === undefined ? {} : { width }),
      ...(column.id === 'descrizione' ? { type: 'secondary' as const } : {}),
      ...(WIDE_ONLY.has(column.id) ? { wideOnly: true } : {}),
    };
  });
  return columns.toSpliced(columns.findLastIndex(({ id }) => deadlines.has(id)) + 1, 0, MAINTENANCE);
});

const MAINTENANCE: GridColumn<Row> = {
  id: 'manutenzione',
  label: 'Manutenzione',
  sortable: false,
  width: 186,
  value: (row) => manutenzioneBeyond(row),
  render: (row) => <MaintenanceCell reasons={maintenanceReasons(row)} />,
};

function MaintenanceCell({ reasons }: { reasons: readonly string[] }) {
  return reasons.length === 0 ? <span className="none">–</span> : <MaintenanceBadge reasons={reasons} className="!text-label" />;
}
