import { useLocation } from 'wouter';
import { FIRST_YEAR, LAST_YEAR } from '#contracts/core/dates.ts';
import { shiftQuarter, quarterOf, type Quarter } from '#contracts/modules/accise/quarter.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import type { StatementRequest } from './statement.api.ts';

/** Reads the quarter from the address; default: the last completed quarter. */
export function requestIn(search: string, today: string): StatementRequest {
  const params = new URLSearchParams(search);
  const [year, number] = [Number(params.get('anno')), Number(params.get('trimestre'))];
  const quarter: Quarter = { anno: year, trimestre: number };
  const known = Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR && [1, 2, 3, 4].includes(number);
  return { ...(known ? quarter : shiftQuarter(quarterOf(today), -1)), cantiere: params.get('cantiere') || null };
}

/** Keeps quarter and site in the address, so that the page can be linked and reloaded. */
export function useStatementRequest(): [StatementRequest, (change: Partial<StatementRequest>) => void] {
  const request = requestIn(useQueryString(), todayInRome());
  const [path, navigate] = useLocation();
  const ask = (change: Partial<StatementRequest>): void => {
    const { anno, trimestre, cantiere } = { ...request, ...change };
    const params = new URLSearchParams({ anno: String(anno), trimestre: String(trimestre), ...(cantiere ? { cantiere } : {}) });
    navigate(`${path}?${params.toString()}`, { replace: true });
  };
  return [request, ask];
}
