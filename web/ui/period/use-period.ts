import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { isCalendarDate } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { periodAround, type Period } from '#web/ui/period/period-steps.ts';

/** Returns the period in the address and its setter; the default is this month. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [path, navigate] = useLocation();
  const search = useQueryString();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const [dal, al] = [query.get('dal') ?? '', query.get('al') ?? ''];
    const valid = isCalendarDate(dal) && isCalendarDate(al) && dal <= al;
    const choose = (period: Period) => {
      const params = new URLSearchParams(location.search);
      params.set('dal', period.dal);
      params.set('al', period.al);
      navigate(`${path}?${params.toString()}`, { replace: true });
    };
    return [valid ? { dal, al } : periodAround('mese', todayInRome()), choose];
  }, [path, search, navigate]);
}
