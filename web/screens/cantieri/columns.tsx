import type { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { formatEuro } from '#web/lib/format.ts';
import { registerColumns, type Row, type RowOf } from '#web/registers/list/columns.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { Swatch } from '#web/ui/grid/GridCell.tsx';

/** A work item of a site. */
type Line = RowOf<typeof cantieriLavorazioni>;

const WIDTHS: Readonly<Record<string, number>> = { commessa: 112, provincia: 88 };

/** Returns the columns of the sites; the commessa shows the site's colour. */
export function cantieriColumns(def: typeof cantieri): GridColumn<RowOf<typeof cantieri>>[] {
  return registerColumns(def).map((column) => {
    const width = WIDTHS[column.id];
    const sized = width === undefined ? column : { ...column, width };
    return column.id === 'commessa' ? { ...sized, render: (row: RowOf<typeof cantieri>) => <Commessa row={row} /> } : sized;
  });
}

export function Commessa({ row }: { row: RowOf<typeof cantieri> }) {
  return (
    <span className="inline-flex items-center gap-2">
      {row.colore ? <Swatch color={row.colore} /> : null}
      {row.commessa}
    </span>
  );
}

/** Returns the columns of the wbs list, all as plain text. */
export const wbsColumns = (): GridColumn<Row>[] =>
  registerColumns(cantieriWbs)
    .filter((column) => column.hidden !== true)
    .map((column) => ({ ...column, type: 'text', frozen: false }));

/** Returns the columns of a site's work items, the work item in its colour. `workItems`: rows of the register of work items. */
export function lavorazioniColumns(workItems: readonly RowOf<typeof lavorazioni>[] | undefined): GridColumn<Line>[] {
  const byName = new Map(workItems?.map((row) => [row.descrizione, row]));
  const columns = registerColumns(cantieriLavorazioni).filter((column) => column.hidden !== true);
  return columns.map((column): GridColumn<Line> => {
    switch (column.id) {
      case 'articolo':
        return { ...column, type: 'text', width: 100, frozen: false };
      case 'lavorazione':
        return {
          ...column,
          minWidth: 150,
          render: (row) => <Lavorazione name={row.lavorazione} color={byName.get(row.lavorazione)?.colore} />,
        };
      case 'prezzo':
        return {
          ...column,
          width: 128,
          render: (row) => <Prezzo prezzo={row.prezzo} um={byName.get(row.lavorazione)?.um} />,
        };
      default:
        return { ...column, minWidth: 130 };
    }
  });
}

type Cell = string | number | null | undefined;

function Lavorazione({ name, color }: { name: Cell; color: Cell }) {
  if (!name) return <span className="none">–</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      {typeof color === 'string' ? <Swatch color={color} /> : null}
      <span className="truncate">{name}</span>
    </span>
  );
}

/** Shows a price with its unit in a fixed width, so that prices line up. */
function Prezzo({ prezzo, um }: { prezzo: Cell; um: Cell }) {
  const text = typeof prezzo === 'number' ? formatEuro(prezzo, 4) : null;
  return (
    <>
      {text ?? <span className="none">–</span>} <span className="sub inline-block w-7 text-left">{text ? um : ''}</span>
    </>
  );
}
