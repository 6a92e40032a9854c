import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn } from './columns.ts';

/** What the menu of the columns and its list are given. */
export interface ColumnsMenuProps<R> {
  columns: readonly GridColumn<R>[];
  layout: ColumnLayout;
  onLayout(layout: ColumnLayout): void;
}
