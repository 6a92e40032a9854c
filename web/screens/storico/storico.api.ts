import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HistoryItem } from '#contracts/core/history.ts';
import { api } from '#web/lib/api-client.ts';
import { allPages, type PageProgress } from '#web/registers/all-pages.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Names of the filters, in the address and in the call alike. */
export const FILTRI = ['utente', 'area', 'evento', 'dal', 'al'] as const;

type Pagina = { data: HistoryItem[]; totale: number };

function leggi({ cerca, filtri, pagina, righe }: Pick<ListState, 'cerca' | 'filtri' | 'pagina' | 'righe'>, signal?: AbortSignal): Promise<Pagina> {
  return api.get<Pagina>('/api/storico/registro', { query: { ...filtri, cerca, pagina, righe }, signal });
}

/** The trail of the whole portal, newest first. */
export function registroOptions(stato: ListState) {
  return queryOptions({
    queryKey: registerKeys.trail({ ...stato }),
    queryFn: ({ signal }) => leggi(stato, signal),
    placeholderData: keepPreviousData,
  });
}

export function tuttoIlRegistro(stato: ListState, progress: PageProgress): Promise<HistoryItem[]> {
  return allPages((pagina, righe) => leggi({ ...stato, pagina, righe }), progress);
}
