import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HistoryItem } from '#contracts/core/history.ts';
import { api } from '#web/lib/api-client.ts';
import { allPages, type PageProgress } from '#web/registers/all-pages.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Names of the filters, in the address and in the call alike. */
export const FILTERS = ['utente', 'area', 'evento', 'dal', 'al'] as const;

type Page = { data: HistoryItem[]; totale: number };

function read(
  { cerca, filtri, pagina, righe }: Pick<ListState, 'cerca' | 'filtri' | 'pagina' | 'righe'>,
  signal?: AbortSignal,
): Promise<Page> {
  return api.get<Page>('/api/storico/registro', { query: { ...filtri, cerca, pagina, righe }, signal });
}

/** The trail of the whole portal, newest first. */
export function optionsRegister(state: ListState) {
  return queryOptions({
    queryKey: registerKeys.trail({ ...state }),
    queryFn: ({ signal }) => read(state, signal),
    placeholderData: keepPreviousData,
  });
}

export function wholeTrail(state: ListState, progress: PageProgress): Promise<HistoryItem[]> {
  return allPages((page, rows) => read({ ...state, pagina: page, righe: rows }), progress);
}
