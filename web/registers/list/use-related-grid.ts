import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { DataGridProps } from '#web/ui/grid/grid-types.ts';
import { nextSort } from '#web/ui/grid/list-state.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { RowOf } from '../row.ts';
import { filterKind, parseColumnFilters, withColumnFilters } from './filters/column-filter.ts';
import { registerFilters } from './filters/filter-source.ts';
import { useColumnFilters } from './filters/use-column-filters.tsx';
import { listOptions, type Filters } from '../register.api.ts';

type RelatedGrid<R> = Pick<
  DataGridProps<R>,
  | 'compact'
  | 'columnFilters'
  | 'rows'
  | 'total'
  | 'page'
  | 'pageSize'
  | 'sort'
  | 'onPage'
  | 'onSort'
  | 'rowKey'
  | 'refreshing'
  | 'error'
  | 'onRetry'
>;

/** Returns the grid state of a record's related records. Page and order are local, not in the address. */
export function useRelatedGrid<D extends AnyRegister>(def: D, filters: Filters, pageSize: number): RelatedGrid<RowOf<D>> {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState(def.list.sort);
  const [conditions, setConditions] = useState('');
  const columnFilters = useColumnFilters(registerFilters(def), {
    text: conditions,
    onChange: (text) => {
      setConditions(text);
      setPage(1);
    },
    ownFilters: filters,
    cerca: '',
  });
  const allFilters = withColumnFilters(filters, parseColumnFilters(conditions, (name) => filterKind(def, name)).filters, todayInRome());
  const list = useQuery(listOptions(def, { pagina: page, righe: pageSize, ordina: sort, cerca: '', filtri: allFilters }));
  return {
    compact: true,
    columnFilters,
    rows: list.data?.data,
    total: list.data?.totale,
    page,
    pageSize,
    sort,
    onPage: setPage,
    onSort: (column) => {
      setSort(nextSort(sort, column, def.list.sort));
      setPage(1);
    },
    rowKey: (row) => String(row[def.key.field]),
    refreshing: list.isPlaceholderData,
    error: list.error,
    onRetry: () => void list.refetch(),
  };
}
