import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { DataGridProps } from '#web/ui/grid/grid-types.ts';
import type { ListQuery } from '../register.api.ts';
import type { Row } from '../row.ts';
import type { Grouping } from './grouping.ts';

/** `rowTone`, `card` and `arrangement` are those of the list. With `onOpen`, a row is no link. */
export interface GroupedRowsProps extends Pick<DataGridProps<Row>, 'rowTone' | 'card' | 'arrangement' | 'onOpen'> {
  def: AnyRegister;
  grouping: Grouping;
  query: ListQuery;
  columns: readonly GridColumn<Row>[];
  /** Name under which the layout of the list's columns is stored. */
  storageKey: string;
  onLeave(): void;
}
