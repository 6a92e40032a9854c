import { queryOptions } from '@tanstack/react-query';
import type { HistoryItem } from '#contracts/core/history.ts';
import { api } from '#web/lib/api-client.ts';
import type { Row } from '../list/columns.ts';
import { registerKeys } from '../keys.ts';

/** Everything that happened to a record, newest first. */
export function historyOptions(table: string, id: string) {
  return queryOptions({
    queryKey: registerKeys.history(table, id),
    queryFn: async ({ signal }) => (await api.get<{ data: HistoryItem[] }>('/api/storico', { query: { tabella: table, id }, signal })).data,
  });
}

/** The record as it was after one of its versions. It never changes. */
export function stateOptions(table: string, id: string, version: number) {
  return queryOptions({
    queryKey: registerKeys.state(table, id, version),
    queryFn: async ({ signal }) => (await api.get<{ data: [Row] }>('/api/storico/stato', { query: { tabella: table, id, versione: version }, signal })).data[0],
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A new event that brings those values back, of a deleted record too; 0 when nothing differs. */
/** `fields`: those alone come back. */
export async function restoreVersion(table: string, id: string, version: number, fields?: readonly string[]): Promise<number> {
  const { message } = await api.post<{ message: { affectedRows: number } }>('/api/storico/ripristina', { tabella: table, id, versione: version, ...(fields ? { campi: fields } : {}) });
  return message.affectedRows;
}
