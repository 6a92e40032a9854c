import type { ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { RowTone } from '#web/ui/grid/grid-types.ts';
import type { ListQuery } from '../register.api.ts';
import type { Row } from '../row.ts';
import type { Grouping } from './grouping.ts';

export interface GroupedRowsProps {
  def: AnyRegister;
  grouping: Grouping;
  query: ListQuery;
  columns: readonly GridColumn<Row>[];
  /** Name under which the layout of the list's columns is stored. */
  storageKey: string;
  rowTone?: ((row: Row) => RowTone) | undefined;
  /** Draws a row on a phone. */
  card?: ((row: Row) => ReactNode) | undefined;
  onLeave(): void;
}
