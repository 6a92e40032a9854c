import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HistoryItem } from '#contracts/core/history.ts';
import { TRAIL_COLUMNS } from '#contracts/modules/trail.ts';
import { api } from '#web/lib/api-client.ts';
import { allPages, type PageProgress } from '#web/registers/all-pages.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { conditionsAsked, type FilterSource } from '#web/registers/list/filters/filter-source.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Names of the switches, in the address and in the call alike. */
export const SWITCHES = ['solo', 'gruppo'] as const;

/** Maximum of entries shown below an unfolded row. */
export const UNFOLDED = 100;

interface Page {
  data: HistoryItem[];
  totale: number;
}

/** A page of rows; `voci`: number of entries on all pages. */
interface FoldedPage extends Page {
  voci: number;
}

type TrailState = Pick<ListState, 'cerca' | 'filtri' | 'pagina' | 'righe' | 'conditions'>;

const PATH = '/api/storico/registro';

/** Returns the switches and the conditions on columns as the calls take them. */
export const askedOf = ({ filtri, conditions }: Pick<ListState, 'filtri' | 'conditions'>) => ({
  ...filtri,
  ...conditionsAsked({ kinds: TRAIL_COLUMNS }, conditions),
});

const readTrail = <P extends Page>({ cerca, pagina, righe, ...state }: TrailState, more: object, signal?: AbortSignal): Promise<P> =>
  api.get<P>(PATH, { query: { ...askedOf(state), cerca, pagina, righe, ...more }, signal });

/** Returns the query for the values of a column, with the number of the rows that the list shows of each. */
export const trailValues =
  (switches: ListState['filtri']): FilterSource['values'] =>
  (per, { cerca, filtri }) => {
    const conditions = Object.keys(filtri).length > 0 ? { filtri: JSON.stringify(filtri) } : {};
    const rows = switches['gruppo'] === undefined ? { piega: '1' } : {};
    const query = { ...switches, ...rows, cerca, ...conditions, per };
    return { queryKey: registerKeys.trail(query), queryFn: ({ signal }) => api.get(`${PATH}/gruppi`, { query, signal }) };
  };

/** Query for the portal's history, newest first, one row per request; if the address names a row, its entries. */
export function optionsRegister(state: ListState) {
  return queryOptions({
    queryKey: registerKeys.trail({ ...state }),
    queryFn: async ({ signal }): Promise<FoldedPage> => {
      if (state.filtri['gruppo'] === undefined) return readTrail<FoldedPage>(state, { piega: '1' }, signal);
      const page = await readTrail(state, {}, signal);
      return { ...page, voci: page.totale };
    },
    placeholderData: keepPreviousData,
  });
}

/** Query for the first entries of a row, with the same search and filters. */
export function optionsUnfolded({ cerca, filtri, conditions }: Pick<ListState, 'cerca' | 'filtri' | 'conditions'>, gruppo: string) {
  const query = { cerca, filtri: { ...filtri, gruppo }, conditions, pagina: 1, righe: UNFOLDED };
  return queryOptions({
    queryKey: registerKeys.trail({ ...query }),
    queryFn: async ({ signal }) => (await readTrail(query, {}, signal)).data,
  });
}

/** Reads all entries of the filtered history, which files and paper list one by one. */
export function wholeTrail(state: ListState, progress: PageProgress): Promise<HistoryItem[]> {
  return allPages((page, rows) => readTrail({ ...state, pagina: page, righe: rows }, {}), progress);
}
