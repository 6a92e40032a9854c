import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn } from './columns.ts';

export interface ColumnsMenuProps<R> {
  columns: readonly GridColumn<R>[];
  layout: ColumnLayout;
  onLayout(layout: ColumnLayout): void;
}
