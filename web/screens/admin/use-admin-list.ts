import { useQuery } from '@tanstack/react-query';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { useFormerFilters, type FormerFilters } from '#web/modules/trail/former-filters.ts';
import { pagedGrid } from '#web/registers/list/paged-grid.tsx';
import { conditionsAsked, type ListColumns } from '#web/registers/list/filters/filter-source.ts';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { adminListOptions, askedOf, type AdminListName } from './admin.api.ts';

/** Name of the open tab in the address. */
export const ADMIN_TAB = 'scheda';

export const adminDefaults = (righe: number, filtri: readonly string[] = []): ListDefaults => ({
  ordina: '',
  righe,
  sortable: [],
  filtri: [ADMIN_TAB, ...filtri],
});

interface AdminListOptions {
  /** Interval of repetition in milliseconds. */
  every?: number;
  /** Columns that can be filtered, if the list's call takes conditions. */
  columns?: ListColumns;
  /** Filters that kept addresses name beside the conditions. Keep the identity stable. */
  former?: FormerFilters;
}

const NO_FORMER: FormerFilters = { names: [], conditions: () => ({}) };

/** Manages an administrator's list, with page and filters in the address beside the tab. Keep the identity of `defaults` stable. */
export function useAdminList<R>(
  name: AdminListName,
  defaults: ListDefaults,
  { every, columns, former = NO_FORMER }: AdminListOptions = {},
) {
  const list = useFormerFilters(useListState(defaults), former);
  const { state, change } = list;
  const { [ADMIN_TAB]: tab, ...filters } = state.filtri;
  const query = { ...askedOf({ ...state, filtri: filters }), ...(columns && conditionsAsked(columns, state.conditions)) };
  const page = useQuery(adminListOptions<R>(name, query, every));
  return {
    filters,
    query,
    list,
    setFilters: (next: Readonly<Record<string, string>>) =>
      change({ filtri: { ...(tab === undefined ? {} : { [ADMIN_TAB]: tab }), ...next } }),
    grid: pagedGrid(list, page),
  };
}
