import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { listOptions, listQuery, type Filters } from '../register.api.ts';
import { registerColumns, type Row } from './columns.ts';
import { listDefaults, requestedFilters } from './list-ask.ts';
import { deletionOf, pastColumns } from './past/deletion.tsx';
import { useListState } from './use-list-state.ts';

interface RequestedListOptions {
  def: AnyRegister;
  /** Columns of the screen; undefined: the definition's. */
  screenColumns: readonly GridColumn<Row>[] | undefined;
  filterNames: readonly string[];
  serverFilters(filters: ListState['filtri']): Filters;
}

/** Reads from the address which rows of a register are asked for, and requests them. */
export function useRequestedList({ def, screenColumns, filterNames, serverFilters }: RequestedListOptions) {
  const ownColumns = useMemo(() => screenColumns ?? registerColumns(def), [screenColumns, def]);
  const defaults = useMemo(
    () =>
      listDefaults(
        def,
        filterNames,
        ownColumns.filter((column) => column.sortable !== false).map((column) => column.id),
      ),
    [def, ownColumns, filterNames],
  );
  const listState = useListState(defaults);
  const { state } = listState;
  const query = useMemo(() => listQuery(state, requestedFilters(def, state, serverFilters)), [def, state, serverFilters]);
  const isPast = state.al !== undefined;
  const isCompared = state.compared !== undefined;
  const list = useQuery({ ...listOptions(def, query), enabled: !isCompared });
  const hasDeletions = isPast && list.data?.data.some((row) => deletionOf(row) !== null) === true;
  const columns = useMemo(() => (hasDeletions ? pastColumns(ownColumns) : ownColumns), [hasDeletions, ownColumns]);
  return { listState, query, list, ownColumns, columns, defaults, isPast, isCompared };
}
