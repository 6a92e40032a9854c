import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { isPinned, isVisible, orderedIds, type ColumnLayout } from './column-layout.ts';
import { cellValue, type GridColumn } from './columns.ts';

const features = tableFeatures({ columnOrderingFeature, columnPinningFeature, columnSizingFeature, columnVisibilityFeature });
const NO_ROWS: never[] = [];

/** A column as shown: its definition, its width and its offset if frozen. */
export interface ShownColumn<R> {
  column: GridColumn<R>;
  /** Pixels; `undefined`: the column shares the remaining space. */
  width: number | undefined;
  /** Pixels from the left edge of the grid; only for frozen columns. */
  frozenAt: number | undefined;
  /** The last frozen column: the other columns scroll under its edge. */
  lastFrozen?: boolean;
  /** Number of columns in the group of upright columns that begins here. */
  groupSpan?: number;
}

export interface GridTable<R> {
  shown: ShownColumn<R>[];
  rows: { key: string; row: R }[];
  /** Width in px below which the grid scrolls inside its panel. */
  minWidth: number;
}

/**
 * Builds the headless table, which decides the columns, their order and widths. The server has already filtered
 * and sorted the rows.
 */
export function useGridTable<R extends RowData>(
  columns: readonly GridColumn<R>[],
  rows: readonly R[] | undefined,
  layout: ColumnLayout,
  rowKey: (row: R) => string,
): GridTable<R> {
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, R> => ({
        id: column.id,
        header: column.label,
        accessorFn: (row) => cellValue(column, row),
        enableHiding: column.frozen !== true,
        enablePinning: true,
        ...(column.width === undefined ? {} : { size: column.width }),
      })),
    [columns],
  );
  const state = useMemo(() => {
    const pinned = new Set(columns.filter((column) => isPinned(column, layout)).map(({ id }) => id));
    return {
      columnOrder: orderedIds(columns, layout),
      columnVisibility: Object.fromEntries(columns.map((c) => [c.id, isVisible(c, layout)])),
      columnPinning: { start: orderedIds(columns, layout).filter((id) => pinned.has(id)), end: [] },
      columnSizing: { ...layout.widths },
    };
  }, [columns, layout]);
  const table = useTable({ features, columns: defs, data: rows ?? NO_ROWS, state, getRowId: rowKey });
  const byId = useMemo(() => new Map(columns.map((c) => [c.id, c])), [columns]);
  const visible = table.getVisibleLeafColumns().flatMap((leaf): ShownColumn<R>[] => {
    const column = byId.get(leaf.id);
    if (!column) return [];
    // the columns after a pinned one stand at the sum of the widths, so a pinned one cannot share the remaining space
    const sized = column.width !== undefined || layout.widths[leaf.id] !== undefined || layout.pinned?.includes(leaf.id) === true;
    return [
      {
        column,
        width: sized ? leaf.getSize() : undefined,
        frozenAt: leaf.getIsPinned() === 'start' ? leaf.getStart('start') : undefined,
      },
    ];
  });
  const shown = visible.map((one, i) => ({ ...one, ...edgesOf(visible, i) }));
  return {
    shown,
    rows: table.getRowModel().rows.map((row) => ({ key: row.id, row: row.original })),
    minWidth: shown.reduce((sum, { column, width }) => sum + (width ?? column.minWidth ?? 120), 0),
  };
}

/** Returns the properties that depend on the neighbouring columns. */
function edgesOf<R>(shown: readonly ShownColumn<R>[], i: number): Pick<ShownColumn<R>, 'lastFrozen' | 'groupSpan'> {
  const { column, frozenAt } = shown[i]!;
  const lastFrozen = frozenAt !== undefined && shown[i + 1]?.frozenAt === undefined;
  const together = (one: ShownColumn<R> | undefined) => one?.column.upright === true && one.column.group === column.group;
  if (column.upright !== true || together(shown[i - 1])) return { lastFrozen };
  const end = shown.findIndex((one, n) => n > i && !together(one));
  return { lastFrozen, groupSpan: (end === -1 ? shown.length : end) - i };
}
