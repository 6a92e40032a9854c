import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { HISTORY_ROWS, type HistoryItem } from '#contracts/core/history.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import { api } from '#web/lib/api-client.ts';
import type { Row } from '../list/columns.ts';
import { registerKeys } from '../keys.ts';

interface HistoryPage {
  data: HistoryItem[];
  /** Number of entries on all pages. */
  totale: number;
}

interface PageAsked {
  page: number;
  kinds?: readonly TypeChange[] | null;
  signal?: AbortSignal;
}

const readPage = (table: string, id: string, { page, kinds, signal }: PageAsked): Promise<HistoryPage> =>
  api.get('/api/storico', {
    query: { tabella: table, id, pagina: page, righe: HISTORY_ROWS, ...(kinds ? { tipi: kinds.join(',') } : {}) },
    signal,
  });

/** Query for a record's history, newest first, page by page. `kinds`: only these kinds of change. */
export function historyOptions(table: string, id: string, kinds: readonly TypeChange[] | null = null) {
  return infiniteQueryOptions({
    queryKey: registerKeys.history(table, id, kinds),
    queryFn: ({ pageParam, signal }) => readPage(table, id, { page: pageParam, kinds, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totale }: HistoryPage, _pages, page) => (page * HISTORY_ROWS < totale ? page + 1 : undefined),
    select: ({ pages }) => ({ entries: entriesOf(pages), total: pages.at(-1)?.totale ?? 0 }),
  });
}

export const entryKey = ({ tabella, id, versione, evento }: HistoryItem): string => `${tabella}/${id}/${versione}/${evento}`;

/** Removes repeated entries: an event written between two requests shifts the pages. */
const entriesOf = (pages: readonly HistoryPage[]): HistoryItem[] => [
  ...new Map(pages.flatMap(({ data }) => data).map((entry) => [entryKey(entry), entry])).values(),
];

/** Reads the first page without the cache. */
export const newestEntries = async (table: string, id: string): Promise<HistoryItem[]> => (await readPage(table, id, { page: 1 })).data;

/** Query for the record after one of its versions; cached for ever, since versions do not change. */
export function stateOptions(table: string, id: string, version: number) {
  return queryOptions({
    queryKey: registerKeys.state(table, id, version),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: [Row] }>('/api/storico/stato', { query: { tabella: table, id, versione: version }, signal })).data[0],
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Restore {
  version: number;
  /** Fields to restore; default: all. */
  fields?: readonly string[] | undefined;
  /** Version of the record as shown; a later change by somebody else is refused. */
  ifMatch?: number | undefined;
}

/** Restores the values of a version with a new event, on a deleted record too. Resolves to 0 when nothing differs. */
export async function restoreVersion(table: string, id: string, { version, fields, ifMatch }: Restore): Promise<number> {
  const { message } = await api.post<{ message: { affectedRows: number } }>(
    '/api/storico/ripristina',
    { tabella: table, id, versione: version, ...(fields ? { campi: fields } : {}) },
    { ifMatch },
  );
  return message.affectedRows;
}
