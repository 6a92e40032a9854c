import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Andamento, AndamentoSintesi, FIGURES, RigaVoce, OnUnknownSites } from '#contracts/modules/andamento/answer.ts';
import { api } from '#web/lib/api-client.ts';
import type { Period } from '#web/ui/period/period-steps.ts';

const PATH = '/api/cantieri/andamento';
/** Query options of the figures: stale at once, because production, costs, rentals and accounting change them. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const siteOptions = (commessa: string, period: Period) =>
  queryOptions({
    ...FRESH,
    queryKey: ['andamento', commessa, period],
    queryFn: async ({ signal }) => (await api.get<{ data: Andamento[] }>(PATH, { query: { commessa, ...period }, signal })).data[0]!,
  });

export const sitesOptions = (period: Period) =>
  queryOptions({
    ...FRESH,
    queryKey: ['andamento', period],
    queryFn: async ({ signal }) =>
      api.get<{ data: AndamentoSintesi[]; senza_cantiere?: OnUnknownSites }>(PATH, { query: { ...period }, signal }),
  });

/** Selects the rows of a figure, or of the part of it that the other fields name. */
export interface RowsRequest extends Period {
  commessa: string;
  voce: (typeof FIGURES)[number];
  lavorazione?: string;
  wbs?: string;
  operatore?: string;
  attrezzatura?: string;
  unita?: string;
}

export const rowsOptions = (request: RowsRequest) =>
  queryOptions({
    staleTime: 0,
    queryKey: ['andamento-righe', request],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: RigaVoce[RowsRequest['voce']][] }>(`${PATH}/righe`, { query: { ...request }, signal })).data,
  });
