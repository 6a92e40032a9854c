import type { Filters } from '#web/registers/register.api.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** The switches of the list, in the address. The second says how the rows look, not which there are. */
export const SCADUTI = 'scaduti';
export const COMPATTA = 'compatta';
export const FILTER_NAMES: readonly string[] = [SCADUTI, COMPATTA];

/** SCADUTI shows who has an expired document, whatever their state; otherwise who is 'Venduto' is hidden. */
export function serverFilters(filters: ListState['filtri']): Filters {
  return filters[SCADUTI] ? { scaduti: true } : { stato_attuale: { diverso: 'Venduto' } };
}

/** The other switch stays as it is. */
export function withSwitch(
  { [SCADUTI]: scaduti, [COMPATTA]: compatta }: ListState['filtri'],
  name: string,
  on: boolean,
): ListState['filtri'] {
  const both = { [SCADUTI]: scaduti, [COMPATTA]: compatta, [name]: on ? '1' : undefined };
  return Object.fromEntries(Object.entries(both).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
