import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  operationOf,
  seesWholeFirm,
  type AnalysisAnswer,
  type Figure,
  type Reach,
  type Righe,
  type LegendItem,
} from '#contracts/modules/analisi.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { api } from '#web/lib/api-client.ts';
import type { Filters } from './model.ts';
import type { Period } from '#web/ui/period/period-steps.ts';

/** Everything the dashboard shows, from one request. */
export type Dashboard = { [F in Figure]: Righe[F][] } & { legend: LegendItem[] };

const CHARTS: readonly Figure[] = ['perDay', 'equipmentPerDay', 'perSite', 'perEquipment', 'perOperator', 'valuePerSite'];
/** Figures that follow the filters of the daily section. */
const CARDS: readonly Figure[] = ['share', 'averageValue', 'averages', 'highest', 'lowest', 'totalValue'];
/** Figures that are compared with the period before. */
const EARLIER = ['perDay', 'averageValue', 'totalValue'] as const satisfies readonly Figure[];
export type Earlier = Pick<Dashboard, (typeof EARLIER)[number] | 'legend'>;
/** The filters of the daily section. */
export const LISTS = ['lav', 'can', 'wbs'] as const;

const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Returns the names of the operations to request, and the query. */
export function analysisQuery(
  who: Pick<Identity, 'groupID'>,
  period: Period,
  filters: Filters,
  figures: readonly Figure[] = [...CHARTS, ...CARDS],
): { names: Map<Figure, string>; query: string } {
  const reach: Reach = seesWholeFirm(who) ? 'whole' : 'own';
  const narrowed = LISTS.some((list) => filters[list]?.length);
  const names = new Map(
    figures.map((figure) => [figure, operationOf(figure, narrowed && CARDS.includes(figure) ? 'filtered' : reach) ?? ''] as const),
  );
  const params = new URLSearchParams([
    ['dal', period.dal],
    ['al', period.al],
  ]);
  for (const name of names.values()) params.append('operazione', name);
  for (const list of LISTS) for (const value of filters[list] ?? []) params.append(list, quote(value));
  for (const value of filters['commessa'] ?? []) params.append('commessa', quote(value));
  return { names, query: params.toString() };
}

/** Query for the dashboard; `filters` are those of the daily section. The old data stay visible while a new request is pending. */
export function dashboardOptions(who: Pick<Identity, 'groupID' | 'memberID'>, period: Period, filters: Filters) {
  return queryOptions({ ...questionOf<Dashboard>(who, analysisQuery(who, period, filters)), placeholderData: keepPreviousData });
}

/** Query for the figures of the period before. */
export const earlierOptions = (who: Pick<Identity, 'groupID' | 'memberID'>, before: Period, filters: Filters) =>
  queryOptions(questionOf<Earlier>(who, analysisQuery(who, before, filters, EARLIER)));

/** Query for the sites of a period, regardless of the site filter. */
export const sitesOptions = (who: Pick<Identity, 'groupID' | 'memberID'>, period: Period) =>
  queryOptions(questionOf<Pick<Dashboard, 'perSite'>>(who, analysisQuery(who, period, {}, ['perSite', 'totalValue'])));

function questionOf<Answer>({ memberID }: Pick<Identity, 'memberID'>, { names, query }: ReturnType<typeof analysisQuery>) {
  return {
    queryKey: ['analisi', memberID, query],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer> => {
      const { data, lavorazioni } = await api.get<AnalysisAnswer>(`/api/analysis?${query}`, { signal });
      const rows = data as Record<string, unknown>;
      return {
        ...Object.fromEntries([...names].map(([figure, name]) => [figure, rows[name] ?? []])),
        legend: lavorazioni,
      } as Answer;
    },
  };
}
