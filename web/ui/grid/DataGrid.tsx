import clsx from 'clsx';
import { useEffect, useMemo, useRef, useState, type ReactNode, type KeyboardEvent } from 'react';
import type { RowData } from '@tanstack/react-table';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useMedium } from '#web/lib/use-media.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Note } from '../feedback/Note.tsx';
import { ErrorState, OfflineState } from '../feedback/states.tsx';
import { moveColumn, setWidth } from './column-layout.ts';
import { GridCards } from './GridCards.tsx';
import { GridFoot } from './GridFoot.tsx';
import { gridHeight, GridTable } from './GridTable.tsx';
import { GridToolbar } from './GridToolbar.tsx';
import type { DataGridProps } from './grid-types.ts';
import { pageCount } from './pages.ts';
import { PhoneToolbar } from './PhoneToolbar.tsx';
import { EMPTY_SELECTION } from './selection.ts';
import { useGridPreferences } from './use-grid-preferences.ts';
import { useGridTable } from './use-grid-table.ts';
import { useReturnPosition } from './use-return-position.ts';

/** Handles keys between search box and rows: ↓ moves from the search box into the rows, Esc from a row to the search box. */
function searchKeys(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const element = event.currentTarget;
  // React bubbles the keys of the grid's menus too, although the menus are rendered elsewhere in the page
  if (!element.contains(target)) return;
  const inSearch = target.closest('[data-grid-search]') !== null;
  const to =
    event.key === 'ArrowDown' && inSearch
      ? 'tr[data-row][tabindex="0"], [data-grid-card] > :is(a, button)'
      : event.key === 'Escape' && target.closest('tr[data-row], [data-grid-card]')
        ? '[data-grid-search] input'
        : null;
  const destination = to === null ? null : element.querySelector<HTMLElement>(to);
  if (!destination) return;
  event.preventDefault();
  destination.focus();
}

/**
 * Shows a list that the server pages, sorts and searches. The owner holds this state and the selection. The grid keeps column layout
 * and density itself.
 */
export function DataGrid<R extends RowData>(props: DataGridProps<R>) {
  // a key per layout resets the state, so that one list's layout does not pass to another
  return <Grid key={props.storageKey} {...props} />;
}

function Grid<R extends RowData>(props: DataGridProps<R>) {
  const grid = useLastRows(props);
  useLastPage(grid);
  const ownPreferences = useGridPreferences(grid.storageKey);
  const { layout, setLayout, density, setDensity } = grid.arrangement ?? ownPreferences;
  const narrow = useMedium('screen and (max-width: 1399px)');
  const columns = useMemo(
    () => (narrow ? grid.columns.map((column) => (column.wideOnly ? { ...column, hidden: true } : column)) : grid.columns),
    [grid.columns, narrow],
  );
  const table = useGridTable(columns, grid.rows, layout, grid.rowKey);
  const [selecting, setSelecting] = useState(false);
  // `screen` excludes printing: paper is as narrow as a phone but shows the table
  const phone = useMedium('screen and (max-width: 899px)');
  const onExport = grid.onExport
    ? (format: 'xlsx' | 'csv') =>
        grid.onExport?.(
          format,
          table.shown.map((s) => s.column),
        )
    : undefined;
  const onPrint = grid.onPrint ? () => grid.onPrint?.(table.shown.map((s) => s.column)) : () => window.print();
  useShortcuts([
    // without this, Ctrl+P would print only the rows of this page
    grid.onPrint !== undefined && !grid.compact && { keys: ['Ctrl+P'], label: 'STAMPA', run: onPrint },
    onExport !== undefined && !grid.compact && { label: 'EXCEL', run: () => onExport('xlsx') },
  ]);
  const instead = insteadOfRows(grid, useOnline());
  const groups = grid.grouping?.groups ?? null;
  const section = useRef<HTMLElement>(null);
  const place = useReturnPosition(section, grid.storageKey, grid.rows !== undefined && grid.onLeave !== undefined, grid.onLeave);

  if (phone && (!grid.compact || grid.card)) {
    return (
      <section
        ref={section}
        aria-label={grid.label}
        onKeyDown={searchKeys}
        onClickCapture={place.onClickCapture}
        onKeyDownCapture={place.onKeyDownCapture}
      >
        {grid.compact ? null : (
          <PhoneToolbar
            grid={grid}
            selecting={selecting}
            onSelecting={(next) => {
              setSelecting(next);
              if (!next) grid.onSelection?.(EMPTY_SELECTION);
            }}
            onExport={onExport}
          />
        )}
        {grid.columnFilters?.chips}
        <PageError grid={grid} />
        <div className={grid.compact ? 'p-3' : 'mt-3'}>
          {instead ??
            (groups === null ? null : <div className="panel overflow-hidden">{groups}</div>) ??
            (grid.rows?.length === 0 ? (
              <Instead grid={grid}>{grid.empty}</Instead>
            ) : (
              <GridCards grid={grid} table={table} selecting={selecting} />
            ))}
        </div>
        {groups === null && grid.compact ? <GridFoot grid={grid} /> : null}
        {groups === null && !grid.compact ? (
          <div className="panel mt-3 overflow-hidden">
            <GridFoot grid={grid} />
          </div>
        ) : null}
      </section>
    );
  }
  return (
    <section
      ref={section}
      className={grid.compact ? '' : 'panel'}
      aria-label={grid.label}
      onKeyDown={searchKeys}
      onClickCapture={place.onClickCapture}
      onKeyDownCapture={place.onKeyDownCapture}
    >
      {grid.compact ? null : (
        <GridToolbar
          grid={{ ...grid, columns }}
          layout={layout}
          onLayout={setLayout}
          density={density}
          onDensity={setDensity}
          onExport={onExport}
          onPrint={onPrint}
        />
      )}
      {grid.columnFilters?.chips}
      <PageError grid={grid} />
      {instead ?? groups ?? (
        <GridTable
          grid={grid}
          table={table}
          density={density}
          onWidth={(column, width) => setLayout(setWidth(layout, column, width))}
          onMove={(column, target) => setLayout(moveColumn(columns, layout, column, target))}
        />
      )}
      {groups === null ? <GridFoot grid={grid} /> : null}
    </section>
  );
}

/** Goes to the last page if the page is a later one, as after deleting the only row of a page. */
function useLastPage<R>({ page, pageSize, total, refreshing, stale, onPage }: DataGridProps<R>): void {
  // until the page is read, the total may be that of other filters
  const last = total === undefined || total === 0 || refreshing || stale ? page : pageCount(total, pageSize);
  const latest = useRef(onPage);
  latest.current = onPage;
  useEffect(() => {
    if (page > last) latest.current(last);
  }, [page, last]);
}

/** Returns the grid with its previous rows, marked stale, when a page fails to load. The pager stays usable. */
function useLastRows<R>(grid: DataGridProps<R>): DataGridProps<R> {
  const last = useRef<Pick<DataGridProps<R>, 'rows' | 'total'>>({ rows: undefined, total: undefined });
  if (grid.rows !== undefined) last.current = { rows: grid.rows, total: grid.total };
  if (!grid.error || grid.rows !== undefined || !last.current.rows?.length) return grid;
  return { ...grid, ...last.current, stale: true };
}

/** Error message above the previous rows. */
function PageError<R>({ grid }: { grid: DataGridProps<R> }) {
  if (!grid.stale) return null;
  const why = grid.error instanceof Error ? ` ${grid.error.message}` : '';
  return (
    <Note tone="danger" className="m-3">
      La pagina {grid.page} non si è caricata: restano le righe di prima.{why}
      {grid.onRetry ? (
        <button type="button" className="ml-2 font-semibold underline underline-offset-2" onClick={grid.onRetry}>
          Riprova
        </button>
      ) : null}
    </Note>
  );
}

function insteadOfRows<R>(grid: DataGridProps<R>, online: boolean) {
  if (grid.error && grid.rows === undefined) {
    const text = grid.error instanceof Error ? grid.error.message : undefined;
    return (
      <Instead grid={grid}>
        <ErrorState title="Elenco non caricato" {...(text ? { text } : {})} {...(grid.onRetry ? { onRetry: grid.onRetry } : {})} />
      </Instead>
    );
  }
  if (!online && grid.rows === undefined)
    return (
      <Instead grid={grid}>
        <OfflineState />
      </Instead>
    );
  return null;
}

/** Shows a message in place of the rows, as high as the rows would be. */
function Instead<R>({ grid, children }: { grid: DataGridProps<R>; children: ReactNode }) {
  const height = gridHeight(grid);
  return (
    <div
      className={clsx('grid place-items-center', grid.compact ? 'min-h-[192px]' : 'min-h-[320px]', height?.className)}
      style={height?.style}
    >
      {children}
    </div>
  );
}
