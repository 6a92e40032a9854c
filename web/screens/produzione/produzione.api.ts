import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RigaMese, RigaRicalcolata } from '#contracts/modules/produzione.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { api } from '#web/lib/api-client.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { daysOf, type Month } from './month.ts';

/** Query for the number of lines of a work item, by site and day of a month. */
export function monthOptions(month: Month, val: string) {
  const parameters = { giorni: `1,${daysOf(month)}`, ...month, val };
  return queryOptions({
    // a key under the register, so that a written line invalidates the overview
    queryKey: registerKeys.list(produzione.path, { mese: parameters }),
    queryFn: async ({ signal }) => (await api.get<{ data: RigaMese[] }>('/api/produzione', { query: parameters, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Applies the sites' current prices to the lines of the headers (RICALCOLA). */
export async function recalculate(ids: readonly string[], idempotencyKey: string): Promise<RigaRicalcolata[]> {
  const { message } = await api.post<{ message: { righe: RigaRicalcolata[] } }>(
    '/api/produzione/ricalcola',
    { id: ids.map(Number) },
    { idempotencyKey },
  );
  return message.righe;
}
