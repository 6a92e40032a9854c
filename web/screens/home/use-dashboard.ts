import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { todayInRome } from '#web/lib/format.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import type { Filters } from './model.ts';
import type { Period } from '#web/ui/period/period-steps.ts';
import { periodOf } from './period.ts';

/** Sections with filters, named by their prefix in the address; the daily section has none. */
export type Section = '' | 'attrezzatura' | 'commesse' | 'produzione' | 'attrezzature' | 'operatori';

/** `commessa`: the site that every panel is narrowed to. */
const NAMES = ['lav', 'can', 'wbs', 'attr', 'oper', 'um', 'commessa'] as const;
export type FilterName = (typeof NAMES)[number];

const paramOf = (section: Section, name: FilterName): string => (section ? `${section}.${name}` : name);

/** Period and filters in an address. */
export interface DashboardQuestion {
  period: Period;
  filters(section: Section): Filters;
}

export interface DashboardAddress extends DashboardQuestion {
  setPeriod(period: Period): void;
  setFilter(section: Section, name: FilterName, values: readonly string[]): void;
  clearFilters(section: Section): void;
}

export function questionOf(search: string): DashboardQuestion {
  const query = new URLSearchParams(search);
  return {
    period: periodOf(query, todayInRome()),
    filters: (section) => Object.fromEntries(NAMES.map((name) => [name, query.getAll(paramOf(section, name))])),
  };
}

/** Keeps period and filters in the address, so that a link opens the same figures. */
export function useDashboardAddress(): DashboardAddress {
  const [path, navigate] = useLocation();
  const search = useQueryString();
  return useMemo(() => {
    const change = (edit: (params: URLSearchParams) => void): void => {
      const params = new URLSearchParams(location.search);
      edit(params);
      const text = params.toString();
      navigate(text ? `${path}?${text}` : path, { replace: true });
    };
    return {
      ...questionOf(search),
      setPeriod: ({ dal, al }) =>
        change((params) => {
          params.set('dal', dal);
          params.set('al', al);
        }),
      setFilter: (section, name, values) =>
        change((params) => {
          params.delete(paramOf(section, name));
          for (const value of values) params.append(paramOf(section, name), value);
        }),
      clearFilters: (section) =>
        change((params) => {
          for (const name of NAMES) params.delete(paramOf(section, name));
        }),
    };
  }, [search, path, navigate]);
}
