import type { AnyRegister } from '#contracts/core/define-register.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { Swatch } from '#web/ui/grid/GridCell.tsx';

const WIDTHS: Readonly<Record<string, number>> = { commessa: 112, provincia: 88 };

/** The definition's columns; the commessa carries the site's colour. */
export function cantieriColumns(def: AnyRegister): GridColumn<Row>[] {
  return registerColumns(def).map((column) => {
    const width = WIDTHS[column.id];
    const sized = width === undefined ? column : { ...column, width };
    return column.id === 'commessa' ? { ...sized, render: (row: Row) => <Commessa row={row} /> } : sized;
  });
}

export function Commessa({ row }: { row: Row }) {
  return (
    <span className="inline-flex items-center gap-2">
      {typeof row['colore'] === 'string' ? <Swatch color={row['colore']} /> : null}
      {row['commessa']}
    </span>
  );
}
