import type { Filters } from '#web/registers/register.api.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Names of the list's switches in the address: rentals with an expired document, or with one that expires soon. */
export const FILTER_NAMES: readonly string[] = ['scaduti', 'in_scadenza'];

export const serverFilters = (filters: ListState['filtri']): Filters =>
  Object.fromEntries(FILTER_NAMES.filter((name) => filters[name]).map((name) => [name, true]));
