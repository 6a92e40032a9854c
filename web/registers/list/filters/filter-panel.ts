import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListQuery } from '../../register.api.ts';
import type { ColumnFilter, FilterKind } from './column-filter.ts';

export interface FilterPanelProps {
  def: AnyRegister;
  name: string;
  kind: FilterKind;
  filter: ColumnFilter | undefined;
  /** The list without this column's condition, whose values are counted. */
  query: Pick<ListQuery, 'cerca' | 'filtri'>;
  /** `null` removes the condition. */
  onChange(filter: ColumnFilter | null): void;
}
