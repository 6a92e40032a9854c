import type { Filters } from '#web/registers/register.api.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Names of the list's switches in the address. `SCADUTI` filters the rows; `COMPATTA` only changes the view. */
export const SCADUTI = 'scaduti';
export const COMPATTA = 'compatta';
export const FILTER_NAMES: readonly string[] = [SCADUTI, COMPATTA];

/**
 * Converts the switches to filters. SCADUTI shows workers with an expired document in any state; otherwise workers in state 'Venduto' are
 * hidden.
 */
export function serverFilters(filters: ListState['filtri']): Filters {
  return filters[SCADUTI] ? { scaduti: true } : { stato_attuale: { diverso: 'Venduto' } };
}

/** Sets one switch and keeps the other. */
export function withSwitch(
  { [SCADUTI]: scaduti, [COMPATTA]: compatta }: ListState['filtri'],
  name: string,
  on: boolean,
): ListState['filtri'] {
  const both = { [SCADUTI]: scaduti, [COMPATTA]: compatta, [name]: on ? '1' : undefined };
  return Object.fromEntries(Object.entries(both).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
