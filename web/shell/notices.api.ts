import { queryOptions } from '@tanstack/react-query';
import type { Notice } from '#contracts/core/comments.ts';
import { api } from '#web/lib/api-client.ts';

interface Notices {
  data: Notice[];
  totale: number;
  non_letti: number;
}

const ROWS = 30;
const EVERY_MS = 5 * 60_000;

/** Query for the person's own notices, newest first. */
export const noticesOptions = queryOptions({
  queryKey: ['avvisi'],
  queryFn: ({ signal }) => api.get<Notices>('/api/avvisi', { query: { righe: ROWS }, signal }),
  refetchInterval: EVERY_MS,
});

/** Marks own notices as read. */
export const markRead = (ids: readonly number[]): Promise<unknown> =>
  api.put('/api/avvisi', { avviso: { id: ids, letto: 1 } }, { waits: false });
