import { queryOptions } from '@tanstack/react-query';
import type { HistoryItem } from '#contracts/core/history.ts';
import { api } from '#web/lib/api-client.ts';
import type { Row } from '../list/columns.ts';
import { registerKeys } from '../keys.ts';

/** Everything that happened to a record, newest first. */
export function historyOptions(tabella: string, id: string) {
  return queryOptions({
    queryKey: registerKeys.history(tabella, id),
    queryFn: async ({ signal }) => (await api.get<{ data: HistoryItem[] }>('/api/storico', { query: { tabella, id }, signal })).data,
  });
}

/** The record as it was after one of its versions. It never changes. */
export function stateOptions(tabella: string, id: string, versione: number) {
  return queryOptions({
    queryKey: registerKeys.state(tabella, id, versione),
    queryFn: async ({ signal }) => (await api.get<{ data: [Row] }>('/api/storico/stato', { query: { tabella, id, versione }, signal })).data[0],
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A new event that brings those values back, of a deleted record too; 0 when nothing differs. */
export async function restoreVersion(tabella: string, id: string, versione: number): Promise<number> {
  const { message } = await api.post<{ message: { affectedRows: number } }>('/api/storico/ripristina', { tabella, id, versione });
  return message.affectedRows;
}
