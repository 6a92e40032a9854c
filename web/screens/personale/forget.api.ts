import { queryOptions } from '@tanstack/react-query';
import type { ForgetPreview, ForgetStarted } from '#contracts/modules/forget.ts';
import { api } from '#web/lib/api-client.ts';

const PATH = '/api/personale/dimentica';

/** Options of the query that tells what forgetting a worker deletes. It is asked anew whenever the dialog opens. */
export const forgetOptions = (matricola: string) =>
  queryOptions({
    queryKey: ['personale', 'dimentica', matricola],
    queryFn: async ({ signal }) => (await api.get<{ data: ForgetPreview }>(PATH, { query: { matricola }, signal })).data,
    staleTime: 0,
    gcTime: 0,
  });

export interface ForgetOrder {
  matricola: string;
  motivo: string;
  forzata: 0 | 1;
}

/** Forgets a worker; returns the id of the job that deletes the data. */
export const forgetWorker = async (order: ForgetOrder, idempotencyKey: string): Promise<string> =>
  (await api.post<{ message: ForgetStarted }>(PATH, order, { idempotencyKey })).message.jobId;
