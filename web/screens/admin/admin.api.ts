import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PortalState, SessionRow } from '#contracts/modules/amministrazione.ts';
import type { CheckpointRow, CheckpointVerified, SealsState } from '#contracts/modules/sigilli/sigilli.ts';
import { api } from '#web/lib/api-client.ts';
import { allPages, type PageProgress } from '#web/registers/all-pages.ts';
import type { FilterSource } from '#web/registers/list/filters/filter-source.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

const PATH = '/api/amministrazione';
const SOON = 1500;
const LATER = 15_000;

export const adminKeys = {
  all: ['amministrazione'] as const,
  list: (name: string, query: object) => ['amministrazione', name, query] as const,
};

/** Query for the portal's state; repeated often while an operation is running. */
export const stateOptions = queryOptions({
  queryKey: [...adminKeys.all, 'stato'],
  queryFn: async ({ signal }) => (await api.get<{ data: PortalState }>(`${PATH}/stato`, { signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data?.ricostruzione || data?.salvataggio.inCorso || data?.archivio.stato === 'in-corso' ? SOON : LATER,
});

export interface AdminPageOf<R> {
  data: R[];
  totale: number;
}

export type AdminListName = 'processi' | 'mail' | 'accessi';

/** Converts a list's state to the query of its request; the search text is sent as `cosa`. */
export const askedOf = ({ pagina, righe, cerca, filtri }: ListState) => ({
  ...filtri,
  ...(cerca === '' ? {} : { cosa: cerca }),
  pagina,
  righe,
});

/** Query for a page of an administrator's list; `every`: interval of repetition in milliseconds. */
export function adminListOptions<R>(name: AdminListName, query: ReturnType<typeof askedOf>, every?: number) {
  return queryOptions({
    queryKey: adminKeys.list(name, query),
    queryFn: ({ signal }) => api.get<AdminPageOf<R>>(`${PATH}/${name}`, { query, signal }),
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

export const wholeAdminList = <R>(name: AdminListName, filters: Readonly<Record<string, string>>, progress: PageProgress): Promise<R[]> =>
  allPages((pagina, righe) => api.get<AdminPageOf<R>>(`${PATH}/${name}`, { query: { ...filters, pagina, righe } }), progress);

/** Returns the query for the values of a column of the trail of accesses, under the other filters of the list. */
export const accessValues =
  (filters: Readonly<Record<string, string>>): FilterSource['values'] =>
  (per, { cerca, filtri }) => {
    const conditions = Object.keys(filtri).length > 0 ? { filtri: JSON.stringify(filtri) } : {};
    const query = { ...filters, ...(cerca === '' ? {} : { cosa: cerca }), ...conditions, per };
    return {
      queryKey: adminKeys.list('accessi/gruppi', query),
      queryFn: ({ signal }) => api.get(`${PATH}/accessi/gruppi`, { query, signal }),
    };
  };

export const sessionsOptions = queryOptions({
  queryKey: [...adminKeys.all, 'sessioni'],
  queryFn: ({ signal }) => api.get<AdminPageOf<SessionRow>>(`${PATH}/sessioni`, { signal }),
});

export interface SealsPage {
  data: CheckpointRow[];
  totale: number;
  stato: SealsState;
}

/** Query for the newest checkpoints of the log, and whether the log still extends the last one. */
export const sealsOptions = (rows: number) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'sigilli', rows],
    queryFn: ({ signal }) => api.get<SealsPage>('/api/sigilli', { query: { pagina: 1, righe: rows }, signal }),
    placeholderData: keepPreviousData,
  });

export const makeSeal = (): Promise<unknown> => api.post('/api/sigilli', {});
export const verifySeal = async (id: number): Promise<CheckpointVerified> =>
  (await api.get<{ data: CheckpointVerified }>('/api/sigilli/verifica', { query: { id } })).data;

export const startRebuild = (): Promise<unknown> => api.post(`${PATH}/ricostruisci`, { conferma: true });
export const revokeSession = (id: string): Promise<unknown> => api.del(`${PATH}/sessioni`, { id });
export const retryJob = (id: string): Promise<unknown> => api.post(`/api/processi/${encodeURIComponent(id)}/riprova`, {});
