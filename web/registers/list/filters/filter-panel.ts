import type { ColumnFilter, FilterColumn } from './column-filter.ts';
import type { ValuesQuery } from './filter-source.ts';

export interface FilterPanelProps {
  column: FilterColumn;
  filter: ColumnFilter | undefined;
  /** Values of the list without this column's condition. */
  values: ValuesQuery;
  /** `null` removes the condition. */
  onChange(filter: ColumnFilter | null): void;
}
