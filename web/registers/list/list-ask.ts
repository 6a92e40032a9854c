import type { QueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { session } from '#web/lib/session.ts';
import { readListState, type ListDefaults, type ListState } from '#web/ui/grid/list-state.ts';
import { canView } from '../buttons.ts';
import { listOptions, listQuery, type Filters } from '../register.api.ts';

/** A list's own switches: their names in the address, and what they mean to the server. */
export interface ListSwitches {
  filterNames: readonly string[];
  serverFilters(filters: ListState['filtri']): Filters;
}

export const NO_SWITCHES: ListSwitches = { filterNames: [], serverFilters: () => ({}) };

/** What a list starts with where its address says nothing. `sortable`: its columns, those of the definition if not given. */
export function listDefaults(
  def: AnyRegister,
  filterNames: readonly string[],
  sortable: readonly string[] = [...def.list.columns, ...(def.list.hidden ?? [])],
): ListDefaults {
  return {
    ordina: def.list.sort,
    righe: def.list.pageSize,
    sortable: [...sortable, def.list.sort.replace(/^-/, '')],
    filtri: filterNames,
  };
}

/** Asks for what the list at this address will show, while its code is on the way: the same question, so that it is asked once. */
export function askList(client: QueryClient, def: AnyRegister, { filterNames, serverFilters }: ListSwitches): void {
  const who = session();
  if (!who || !canView(who, def)) return;
  const state = readListState(location.search, listDefaults(def, filterNames));
  void client.prefetchQuery(listOptions(def, listQuery(state, serverFilters(state.filtri))));
}
