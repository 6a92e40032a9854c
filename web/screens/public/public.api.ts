import { queryOptions } from '@tanstack/react-query';
import type { PublicMacchina } from '#contracts/modules/qrcode.ts';
import { api, ApiError } from '#web/lib/api-client.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import type { RowOf } from '#web/registers/row.ts';

/** Reads a machine by matricola; `null` if there is none or the person may not see it. */
async function readMacchina<T>(matricola: string, { anonymous, signal }: { anonymous: boolean; signal: AbortSignal }): Promise<T | null> {
  try {
    const { data } = await api.get<{ data: T[] }>('/api/qrcode', { query: { matricola }, signal, anonymous });
    return data[0] ?? null;
  } catch (error) {
    // 400: the scanned text cannot be a matricola
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Query for the public data. The photo's name is valid for five minutes, so it is not asked again while shown. */
export const publicOptions = (matricola: string) =>
  queryOptions({
    queryKey: ['qrcode', 'pubblica', matricola],
    queryFn: ({ signal }) => readMacchina<PublicMacchina>(matricola, { anonymous: true, signal }),
    staleTime: Infinity,
  });

/** Query for the whole record, for people who may see it. */
export const wholeOptions = (matricola: string) =>
  queryOptions({
    queryKey: ['qrcode', 'intera', matricola],
    queryFn: ({ signal }) => readMacchina<RowOf<typeof macchinari>>(matricola, { anonymous: false, signal }),
  });
