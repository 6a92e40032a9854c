import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Board, BoardSubject, DueItem, Gruppo } from '#contracts/modules/scadenze/board.ts';
import type { UnassignedRecord } from '#contracts/modules/scadenze/unassigned.ts';
import { api } from '#web/lib/api-client.ts';
import { conditionsAsked } from '#web/registers/list/filters/filter-source.ts';
import { FILTERED } from './board-filters.ts';
import { keys } from '#web/lib/query.ts';
import { allPages, type PageProgress } from '#web/registers/all-pages.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Names of the board's filters, in the address and in the request alike. */
export const FILTERS = ['fascia', 'soggetto', 'id', 'tipo', 'cantiere', 'responsabile', 'giorno', 'chiusi'] as const;
/** Names of the board's view settings, in the address alone. */
export const VIEWS = ['mostra', 'gruppo', 'mese'] as const;

type BoardState = Pick<ListState, 'cerca' | 'ordina' | 'filtri' | 'conditions' | 'pagina' | 'righe'> & {
  gruppo?: Gruppo;
  dal?: string;
  al?: string;
};

/** Returns the filters of an address without the view settings. */
export const filtersOf = (filtri: ListState['filtri']): Record<string, string> =>
  Object.fromEntries(Object.entries(filtri).filter(([name]) => !(VIEWS as readonly string[]).includes(name)));

const readBoard = (
  { filtri, conditions, gruppo, dal, al, cerca, ordina, pagina, righe }: BoardState,
  signal?: AbortSignal,
): Promise<Board> => {
  const query = { ...filtersOf(filtri), ...conditionsAsked(FILTERED, conditions), gruppo, dal, al, cerca, ordina, pagina, righe };
  return api.get<Board>('/api/scadenze', { query, signal });
};

export const boardOptions = (state: BoardState) =>
  queryOptions({
    queryKey: [...keys.board, state],
    queryFn: ({ signal }) => readBoard(state, signal),
    placeholderData: keepPreviousData,
  });

export const wholeBoard = (state: BoardState, progress?: PageProgress): Promise<DueItem[]> =>
  allPages((page, rows) => readBoard({ ...state, pagina: page, righe: rows }), progress);

/** Open records without a responsible person that the session may change. */
export const unassignedOptions = queryOptions({
  queryKey: [...keys.board, 'senza-responsabile'],
  queryFn: ({ signal }) => api.get<{ data: UnassignedRecord[]; totale: number }>('/api/scadenze/senza-responsabile', { signal }),
});

export interface SeenBody {
  soggetto: BoardSubject;
  id: string | number;
  tipo: string;
  voce: string | null;
  fino: string;
}

export const sendSeen = (body: SeenBody): Promise<unknown> => api.post('/api/scadenze/visto', body);
