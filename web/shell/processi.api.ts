import { queryOptions } from '@tanstack/react-query';
import type { Processo } from '#contracts/modules/processi.ts';
import { api, downloadUrl } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { isUnderWay } from './processo-states.ts';

/** Query for the person's own jobs, newest first; repeated every 1.5 seconds while a job is running. */
export const processiOptions = queryOptions({
  queryKey: keys.processi,
  queryFn: async ({ signal }) => (await api.get<{ data: Processo[] }>('/api/processi', { signal })).data,
  refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? 1500 : false),
});

const path = (id: string) => `/api/processi/${encodeURIComponent(id)}`;

export const retryProcesso = (id: string): Promise<unknown> => api.post(`${path(id)}/riprova`, {});
export const removeProcesso = (id: string): Promise<unknown> => api.del(path(id));

/** Downloads a job's result. The file name in the list may have expired, so a new one is requested. */
export async function downloadResult(id: string): Promise<void> {
  const { message } = await api.get<{ message: Processo }>(path(id));
  if (message.name === null) throw new Error('no result');
  const link = document.createElement('a');
  link.href = downloadUrl(message.name);
  link.download = '';
  link.click();
}
