import type { FilterOption } from './filter-options.ts';

/** An active filter, to be named in an empty panel. */
export interface HeldFilter {
  /** "Cantieri". */
  label: string;
  chosen: readonly string[];
  /** Values in the period; `undefined` until known. */
  options: readonly FilterOption[] | undefined;
}

export const NOT_IN_PERIOD = 'non in questo periodo';

/** Returns the chosen values that the period lacks. */
export const absentFrom = (options: readonly FilterOption[] | undefined, chosen: readonly string[]): string[] =>
  (options === undefined ? [] : chosen).filter((value) => !options?.some((option) => option.value === value));

/** Returns why a panel is empty: a filter value absent from the period, filters without a common row, or no data. */
export function whyEmpty(filters: readonly HeldFilter[]): string {
  const absent = filters.flatMap(({ label, chosen, options }) => absentFrom(options, chosen).map((value) => `${value} (${label})`));
  if (absent.length > 0) return `In questo periodo non c'è ${absent.join(', ')}.`;
  return filters.some(({ chosen }) => chosen.length > 0)
    ? "Nel periodo c'è altro, ma nulla passa questi filtri."
    : "Nel periodo non c'è nulla da mostrare.";
}
