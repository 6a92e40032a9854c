import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PortalState, SessionRow } from '#contracts/modules/amministrazione.ts';
import { api } from '#web/lib/api-client.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

const PATH = '/api/amministrazione';
const SOON = 1500;
const LATER = 15_000;

export const adminKeys = {
  all: ['amministrazione'] as const,
  list: (name: string, query: object) => ['amministrazione', name, query] as const,
};

/** Looked at again often while something is under way. */
export const stateOptions = queryOptions({
  queryKey: [...adminKeys.all, 'stato'],
  queryFn: async ({ signal }) => (await api.get<{ data: PortalState }>(`${PATH}/stato`, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.ricostruzione || data?.archivio.stato === 'in-corso' ? SOON : LATER),
});

export interface AdminPageOf<R> {
  data: R[];
  totale: number;
}

export type AdminListName = 'processi' | 'mail' | 'accessi';

/** A page of one of the lists; its filters go as they are in the address. */
export function adminListOptions<R>(name: AdminListName, { pagina, righe, filtri }: ListState, every?: number) {
  const query = { ...filtri, pagina, righe };
  return queryOptions({
    queryKey: adminKeys.list(name, query),
    queryFn: ({ signal }) => api.get<AdminPageOf<R>>(`${PATH}/${name}`, { query, signal }),
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

export const sessionsOptions = queryOptions({
  queryKey: [...adminKeys.all, 'sessioni'],
  queryFn: ({ signal }) => api.get<AdminPageOf<SessionRow>>(`${PATH}/sessioni`, { signal }),
});

export const startRebuild = (): Promise<unknown> => api.post(`${PATH}/ricostruisci`, { conferma: true });
export const revokeSession = (id: string): Promise<unknown> => api.del(`${PATH}/sessioni`, { id });
export const retryJob = (id: string): Promise<unknown> => api.post(`/api/processi/${encodeURIComponent(id)}/riprova`, {});
