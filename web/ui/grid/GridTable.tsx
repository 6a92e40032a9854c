import clsx from 'clsx';
import { Fragment, useRef, type CSSProperties } from 'react';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { CHECK_WIDTH, GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import type { DataGridProps } from './grid-types.ts';
import { isSelected, pageState, togglePage, toggleRange } from './selection.ts';
import type { Density } from './use-grid-preferences.ts';
import type { GridTable as Table, ShownColumn } from './use-grid-table.ts';
import { useRowKeys } from './use-row-keys.ts';

interface GridTableProps<R> {
  grid: DataGridProps<R>;
  table: Table<R>;
  density: Density;
  onWidth?: (column: string, width: number) => void;
  onMove?: (column: string, target: string) => void;
}

const ROW_HEIGHT: Record<Density, string> = { compatta: '', comoda: '[&_td]:!h-row-comoda', tocco: '[&_td]:!h-row-tocco' };
const NO_TONE = {};
/** Height of every list in px (part 1, section 9). */
const LIST_HEIGHT = 650;
const ROW = 32;
const TALLEST_DENSITY = 48;

/**
 * Returns the height of the grid's scroll area, fixed even while rows load or are missing, so that the foot does not move. A compact grid
 * whose rows fit one page is only as high as its rows.
 */
export function gridHeight<R>({
  height,
  compact,
  pageSize,
  total,
}: Pick<DataGridProps<R>, 'height' | 'compact' | 'pageSize' | 'total'>): { className: string; style: CSSProperties } | null {
  if (height === null) return null;
  const few = compact && height === undefined && total !== undefined && total > 0 && total <= pageSize;
  const px = height ?? (compact ? (pageSize + 1) * ROW : LIST_HEIGHT);
  const className = few ? 'md:max-h-[var(--grid-h)] print:!max-h-none' : 'md:h-[var(--grid-h)] print:!h-auto';
  return { className, style: { '--grid-h': `${px}px` } as CSSProperties };
}

/** Returns the row height in px that makes a short page fill the list's height; `null` if the density decides. */
export function stretchedRow<R>({ height, compact, pageSize }: Pick<DataGridProps<R>, 'height' | 'compact' | 'pageSize'>): number | null {
  if (height !== undefined || compact || pageSize < 10) return null;
  const px = Math.floor((LIST_HEIGHT - ROW - 1) / pageSize);
  return px > TALLEST_DENSITY ? px : null;
}

export function GridTable<R>({ grid, table, density, onWidth, onMove }: GridTableProps<R>) {
  const { selection, onSelection } = grid;
  const pageKeys = table.rows.map((r) => r.key);
  const checks = selection && onSelection;
  const keys = useRowKeys({
    count: table.rows.length,
    main: !grid.compact,
    checks: checks !== undefined,
    opens: (grid.rowHref ?? grid.onOpen) !== undefined,
    edits: grid.cellEditing !== undefined,
  });
  const last = useRef<string | null>(null);
  const height = gridHeight(grid);
  const toggleRow = (id: string, range: boolean) => {
    if (!checks) return;
    onSelection(toggleRange(selection, pageKeys, range ? last.current : null, id));
    last.current = id;
  };
  const stretched = stretchedRow(grid);
  const none = grid.rows?.length === 0;
  return (
    <div
      data-grid-scroll
      className={clsx('overflow-auto print:overflow-visible', none && 'flex flex-col', height?.className)}
      style={height?.style}
    >
      <table
        className={clsx(
          'grid-table',
          table.shown.some(({ column }) => column.upright) && 'matrix',
          'print:!min-w-0 print:table-auto print:[&_td]:whitespace-normal',
          stretched === null ? ROW_HEIGHT[density] : 'print:[&_td]:!h-8 [&_td]:!h-[var(--row-h)]',
        )}
        style={
          {
            minWidth: table.minWidth + (checks ? CHECK_WIDTH : 0),
            ...(stretched === null ? {} : { '--row-h': `${stretched}px` }),
          } as CSSProperties
        }
        role="grid"
        aria-label={grid.label}
        aria-rowcount={grid.total}
        aria-multiselectable={checks ? true : undefined}
        aria-busy={grid.rows === undefined || grid.refreshing || undefined}
      >
        <colgroup>
          {checks ? <col className="print:hidden" style={{ width: CHECK_WIDTH }} /> : null}
          {table.shown.map(({ column, width }) => (
            <col key={column.id} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <GridHead
          shown={table.shown}
          sort={grid.sort}
          onSort={grid.onSort}
          onWidth={onWidth}
          onMove={onMove}
          filters={grid.columnFilters}
          check={
            checks ? { state: pageState(selection, pageKeys), onToggle: () => onSelection(togglePage(selection, pageKeys)) } : undefined
          }
        />
        <tbody ref={keys.body} onFocus={keys.onFocus}>
          {grid.rows === undefined ? (
            <GridSkeleton shown={table.shown} rows={Math.min(grid.pageSize, 20)} checks={checks !== undefined} />
          ) : null}
          {table.rows.map(({ key, row }, index) => (
            <Fragment key={key}>
              <GridHeading text={grid.rowHeading?.(row, table.rows[index - 1]?.row)} span={table.shown.length + (checks ? 1 : 0)} />
              <GridRow
                id={key}
                row={row}
                index={index}
                shown={table.shown}
                label={grid.rowLabel(row)}
                href={grid.rowHref?.(row)}
                tone={grid.rowTone?.(row) ?? NO_TONE}
                selected={checks ? isSelected(selection, key) : undefined}
                onOpen={grid.onOpen}
                onChoose={grid.onChoose}
                chosen={grid.chosenKey === key}
                cellEditing={grid.cellEditing}
                onToggle={toggleRow}
                reachable={index === keys.active}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
      {/* under the heads, which name the columns; sticky, so that it stays in view when the table is wide */}
      {none ? (
        <div className={clsx('sticky left-0 grid flex-1 place-items-center', grid.compact ? 'min-h-[160px]' : 'min-h-[288px]')}>
          {grid.empty}
        </div>
      ) : null}
    </div>
  );
}

function GridHeading({ text, span }: { text: string | undefined; span: number }) {
  if (text === undefined) return null;
  return (
    <tr className="heading">
      <th scope="rowgroup" colSpan={span}>
        <span>{text}</span>
      </th>
    </tr>
  );
}

interface GridSkeletonProps<R> {
  shown: readonly ShownColumn<R>[];
  rows: number;
  checks: boolean;
}

/** Placeholder rows while a page loads: the space at once, grey bars after 150 ms. */
function GridSkeleton<R>({ shown, rows, checks }: GridSkeletonProps<R>) {
  const visible = useDelayed(true, 150);
  return Array.from({ length: rows }, (_, r) => (
    <tr key={r} className="pointer-events-none" aria-hidden="true">
      {checks ? <td>{visible ? <Skeleton width={16} /> : null}</td> : null}
      {shown.map(({ column }, c) => (
        <td key={column.id}>{visible ? <Skeleton width={`${44 + ((r * 7 + c * 11) % 40)}%`} /> : null}</td>
      ))}
    </tr>
  ));
}
