import clsx from 'clsx';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { Checkbox } from '../inputs/Checkbox.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { cellContent, cellText } from './GridCell.tsx';
import type { DataGridProps } from './grid-types.ts';
import { isSelected, toggle } from './selection.ts';
import type { GridTable } from './use-grid-table.ts';

interface GridCardsProps<R> {
  grid: DataGridProps<R>;
  table: GridTable<R>;
  /** Shows checkboxes on the cards; on a phone the person turns them on in the menu. */
  selecting: boolean;
}

/** Shows a list on a phone, one card per row. */
export function GridCards<R>({ grid, table, selecting }: GridCardsProps<R>) {
  const late = useDelayed(grid.rows === undefined, 150);
  if (grid.rows === undefined)
    return (
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-hidden="true">
        {late ? [0, 1, 2, 3].map((i) => <CardSkeleton key={i} />) : null}
      </ul>
    );
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={grid.label} aria-busy={grid.refreshing || undefined}>
      {table.rows.map(({ key, row }, index) => (
        <Fragment key={key}>
          <CardHeading text={grid.rowHeading?.(row, table.rows[index - 1]?.row)} />
          <li data-grid-card className="flex items-stretch gap-2">
            {selecting && grid.selection ? (
              <span className="grid w-11 flex-none place-items-center">
                <Checkbox
                  checked={isSelected(grid.selection, key)}
                  aria-label={`Seleziona ${grid.rowLabel(row)}`}
                  className="!h-6 !w-6"
                  onChange={() => {
                    if (grid.selection) grid.onSelection?.(toggle(grid.selection, key));
                  }}
                />
              </span>
            ) : null}
            <Card grid={grid} row={row}>
              {grid.card?.(row) ?? <PlainCard table={table} row={row} />}
            </Card>
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

const CardHeading = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <li className="num px-1 pt-2 text-label font-semibold text-ink-2">
      <h2>{text}</h2>
    </li>
  );

function Card<R>({ grid, row, children }: { grid: DataGridProps<R>; row: R; children: React.ReactNode }) {
  const href = grid.rowHref?.(row);
  const tone = grid.rowTone?.(row);
  const className = clsx(
    'tel-card min-w-0 flex-1',
    tone?.hot && 'is-hot',
    tone?.due && 'is-due',
    tone?.changed && 'is-changed',
    tone?.isDeleted && 'is-gone',
  );
  const { onOpen } = grid;
  if (href)
    return (
      <Link href={href} data-href={href} className={className}>
        {children}
      </Link>
    );
  return onOpen ? (
    <button type="button" className={clsx(className, 'text-left')} onClick={() => onOpen(row)}>
      {children}
    </button>
  ) : (
    <div className={className}>{children}</div>
  );
}

/** Default card: identifier and first column on top, then the columns that have a value. */
function PlainCard<R>({ table, row }: { table: GridTable<R>; row: R }) {
  const [first, ...others] = table.shown.map((s) => s.column);
  const filled = others.filter((column) => cellText(column, row) !== '');
  return (
    <>
      <span className="num block truncate text-touch font-semibold">{first ? cellContent(first, row) : null}</span>
      <span className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-read">
        {filled.map((column) => (
          <span key={column.id} className="num min-w-0 truncate">
            <span className="text-ink-3">{column.label} </span>
            {cellText(column, row)}
          </span>
        ))}
      </span>
    </>
  );
}

const CardSkeleton = () => (
  <li className="tel-card grid gap-3">
    <Skeleton width="40%" />
    <Skeleton width="75%" />
  </li>
);
