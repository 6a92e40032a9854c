import type { FilterOption } from './filter-options.ts';

/** An active filter, as an empty panel names it. */
export interface HeldFilter {
  /** "Cantieri". */
  label: string;
  chosen: readonly string[];
  /** `undefined` while it is not known what the period has. */
  options: readonly FilterOption[] | undefined;
}

export const NOT_IN_PERIOD = 'non in questo periodo';

/** Chosen values that the period does not have. */
export const absentFrom = (options: readonly FilterOption[] | undefined, chosen: readonly string[]): string[] =>
  (options === undefined ? [] : chosen).filter((value) => !options?.some((option) => option.value === value));

/** Why nothing is shown: a filter on what the period does not have, filters that meet nowhere, or a period with nothing in it. */
export function whyEmpty(filters: readonly HeldFilter[]): string {
  const absent = filters.flatMap(({ label, chosen, options }) => absentFrom(options, chosen).map((value) => `${value} (${label})`));
  if (absent.length > 0) return `In questo periodo non c'è ${absent.join(', ')}.`;
  return filters.some(({ chosen }) => chosen.length > 0)
    ? "Nel periodo c'è altro, ma nulla passa questi filtri."
    : "Nel periodo non c'è nulla da mostrare.";
}
