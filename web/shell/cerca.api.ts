import { queryOptions } from '@tanstack/react-query';
import { MAX_RECENT, type SearchHit } from '#contracts/modules/cerca/search-hit.ts';
import { api } from '#web/lib/api-client.ts';

/** Query for the records that hold all words; without words, for those opened lately. */
export function foundOptions(words: string, recent: readonly Pick<SearchHit, 'tabella' | 'id'>[]) {
  const recentKeys = recent
    .filter(({ id }) => !id.includes(','))
    .slice(0, MAX_RECENT)
    .map(({ tabella, id }) => `${tabella}:${id}`)
    .join(',');
  return queryOptions({
    queryKey: ['cerca', words, recentKeys] as const,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: SearchHit[] }>('/api/cerca', { query: { q: words, ...(recentKeys ? { recenti: recentKeys } : {}) }, signal }))
        .data,
    // another person's write may have changed what is found
    staleTime: 0,
    gcTime: 60_000,
  });
}
