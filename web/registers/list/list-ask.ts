import type { QueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { todayInRome } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { readListState, type ListDefaults, type ListState } from '#web/ui/grid/list-state.ts';
import { canView } from '../buttons.ts';
import { filterKind, parseColumnFilters, withColumnFilters } from './filters/column-filter.ts';
import { dayOfMoment } from './past/moment.ts';
import { listOptions, listQuery, type Filters } from '../register.api.ts';

/** A list's switches: their names in the address, and the filters they send. */
export interface ListSwitches {
  filterNames: readonly string[];
  serverFilters(filters: ListState['filtri']): Filters;
}

export const NO_OWN_FILTERS: ListSwitches = { filterNames: [], serverFilters: () => ({}) };

/** Returns a list's initial state, where its address names none. `sortable`: its columns; default: the definition's. */
export function listDefaults(
  def: AnyRegister,
  filterNames: readonly string[],
  sortable: readonly string[] = [...def.list.columns, ...(def.list.optional ?? [])],
): ListDefaults {
  return {
    ordina: def.list.sort,
    righe: def.list.pageSize,
    sortable: [...sortable, def.list.sort.replace(/^-/, '')],
    filtri: filterNames,
  };
}

/** Returns the filters of a list's request: those of its switches and those of its columns. */
export function requestedFilters(
  def: AnyRegister,
  { filtri, conditions, al }: ListState,
  serverFilters: ListSwitches['serverFilters'],
): Filters {
  return withColumnFilters(
    serverFilters(filtri),
    parseColumnFilters(conditions, (name) => filterKind(def, name)).filters,
    al === undefined ? todayInRome() : dayOfMoment(al),
  );
}

/** Prefetches the rows of the list at this address while its code loads; the list's own query then uses them. */
export function askList(client: QueryClient, def: AnyRegister, { filterNames, serverFilters }: ListSwitches): void {
  const who = session();
  if (!who || !canView(who, def)) return;
  const state = readListState(location.search, listDefaults(def, filterNames));
  void client.prefetchQuery(listOptions(def, listQuery(state, requestedFilters(def, state, serverFilters))));
}
