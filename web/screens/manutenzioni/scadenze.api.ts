import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { chiavi } from '#web/lib/query.ts';
import { perMatricola, type ManutenzioneDovuta } from './dovute.ts';

/** What is due, by machine. */
export const dovuteOptions = queryOptions({
  queryKey: [...chiavi.scadenze, 'dovute'],
  queryFn: async ({ signal }) => perMatricola((await api.get<{ data: ManutenzioneDovuta[] }>('/api/scadenzaManutenzioni', { signal })).data),
});
