import { useQuery } from '@tanstack/react-query';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { adminListOptions, type AdminListName } from './admin.api.ts';

/** Name of the open tab in the address. */
export const ADMIN_TAB = 'scheda';

export const adminDefaults = (righe: number, filtri: readonly string[] = []): ListDefaults => ({
  ordina: '',
  righe,
  ordinabili: [],
  filtri: [ADMIN_TAB, ...filtri],
});

/** One of the lists: page and filters in the address beside the tab. `defaults` must be stable. */
export function useAdminList<R>(name: AdminListName, defaults: ListDefaults, every?: number) {
  const { state, change } = useListState(defaults);
  const { [ADMIN_TAB]: tab, ...filters } = state.filtri;
  const { data, error, isPlaceholderData, refetch } = useQuery(adminListOptions<R>(name, { ...state, filtri: filters }, every));
  return {
    filters,
    setFilters: (next: Readonly<Record<string, string>>) =>
      change({ filtri: { ...(tab === undefined ? {} : { [ADMIN_TAB]: tab }), ...next } }),
    grid: {
      rows: data?.data,
      total: data?.totale,
      page: state.pagina,
      pageSize: state.righe,
      sort: '',
      refreshing: isPlaceholderData,
      error,
      onPage: (page: number) => change({ pagina: page }),
      onPageSize: (rows: number) => change({ righe: rows }),
      onRetry: () => void refetch(),
    },
  };
}
