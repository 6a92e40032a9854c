import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { OneView, SavedView, ViewsAnswer } from '#contracts/core/saved-view.ts';
import { api } from '#web/lib/api-client.ts';

const KEY = 'viste';

/** Query for the views of a register's list that the person sees. */
export const viewsOptions = (path: string) =>
  queryOptions({
    queryKey: [KEY, path],
    queryFn: ({ signal }) => api.get<ViewsAnswer>('/api/viste', { query: { tabella: path }, signal }),
    staleTime: 60_000,
  });

/** Query for one view, with the entries that it names and that are no longer there. */
export const viewOptions = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'una', id],
    queryFn: ({ signal }) => api.get<OneView>('/api/viste', { query: { id }, signal }),
    staleTime: 60_000,
  });

/** Parts of a view that a person changes. */
export type ViewChanges = Partial<Pick<SavedView, 'nome' | 'contenuto' | 'condivisa' | 'predefinita'>>;

interface SaveOptions {
  /** One per action of the person, so that a repeated attempt never writes twice. */
  idempotencyKey: string;
}

export async function createView(
  view: Pick<SavedView, 'tabella' | 'nome' | 'contenuto'> & ViewChanges,
  options: SaveOptions,
): Promise<number> {
  return (await api.post<{ message: { insertId: number } }>('/api/viste', { vista: view }, options)).message.insertId;
}

export async function changeView({ id, versione }: SavedView, changes: ViewChanges, options: SaveOptions): Promise<void> {
  await api.put('/api/viste', { vista: { id, ...changes } }, { ifMatch: versione, ...options });
}

export async function deleteView({ id, versione }: SavedView): Promise<void> {
  await api.del('/api/viste', { id }, { ifMatch: versione });
}

/** Sets the view that the person opens a list with; `null`: none of their own choice. */
export async function chooseView(tabella: string, view: number | null): Promise<void> {
  await api.put('/api/viste/predefinita', { tabella, vista: view });
}

/** Reads the views again after a write. */
export const refreshViews = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [KEY] });
