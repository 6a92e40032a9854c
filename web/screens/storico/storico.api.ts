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
  { cerca: search, filtri: filters, pagina: page, righe: rows }: Pick<ListState, 'cerca' | 'filtri' | 'pagina' | 'righe'>,
  signal?: AbortSignal,
): Promise<Page> {
  return api.get<Page>('/api/storico/registro', { query: { ...filters, cerca: search, pagina: page, righe: rows }, signal });
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
