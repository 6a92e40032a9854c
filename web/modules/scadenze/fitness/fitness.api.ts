import { queryOptions } from '@tanstack/react-query';
import type { Verdict } from '#contracts/modules/scadenze/fitness.ts';
import { api } from '#web/lib/api-client.ts';

export type FitnessRequest = Readonly<Partial<Record<'lavoratore' | 'macchina' | 'commessa' | 'giorno', string | null>>>;

/** Query for the verdict whether a person or machine may work at a site on a day; `null` if unknown. */
export const fitnessOptions = (request: FitnessRequest) =>
  queryOptions({
    queryKey: ['idoneo', request],
    queryFn: async ({ signal }): Promise<Verdict | null> => {
      const query = Object.fromEntries(Object.entries(request).filter((one): one is [string, string] => typeof one[1] === 'string'));
      return (await api.get<{ data: Verdict[] }>('/api/idoneo', { query, signal })).data[0] ?? null;
    },
    staleTime: 60_000,
    retry: false,
  });
