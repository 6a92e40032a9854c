import { Trash2 } from 'lucide-react';
import { formatInstant } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { Row } from '../../row.ts';

/** When and by whom a record was deleted after the instant of its row; `null` if lists still show it. */
export function deletionOf(row: Row): { when: string; who: string } | null {
  const when = row['eliminato_il'];
  return typeof when === 'string' ? { when, who: String(row['eliminato_da'] ?? '') } : null;
}

function DeletedMark({ row }: { row: Row }) {
  const deletion = deletionOf(row);
  if (!deletion) return <span className="none">–</span>;
  return (
    <Badge tone="danger" icon={Trash2} title={`Eliminato il ${formatInstant(deletion.when)} da ${deletion.who}`}>
      {formatInstant(deletion.when)}
    </Badge>
  );
}

/** Line of a card on a phone that tells the deletion; nothing for a record that lists still show. */
export function DeletedLine({ row }: { row: Row }) {
  const deletion = deletionOf(row);
  return deletion ? (
    <span className="num mt-2 flex items-center gap-1.5 text-label text-danger-ink">
      <Trash2 className="icon-sm flex-none" aria-hidden />
      Eliminato il {formatInstant(deletion.when)} da {deletion.who}
    </span>
  ) : null;
}

/** Columns that tell when and by whom the records were deleted since. */
const DELETION: readonly GridColumn<Row>[] = [
  {
    id: 'eliminato_il',
    label: 'Eliminato il',
    type: 'time',
    width: 186,
    sortable: false,
    render: (row) => <DeletedMark row={row} />,
  },
  { id: 'eliminato_da', label: 'Eliminato da', width: 128, sortable: false },
];

/** Returns the columns of a list as of an instant: those of today, with the deletion after the identifier. */
export function pastColumns(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] {
  if (columns.some(({ id }) => id === DELETION[0]?.id)) return columns;
  return columns.toSpliced(columns.findLastIndex(({ frozen }) => frozen === true) + 1, 0, ...DELETION);
}
