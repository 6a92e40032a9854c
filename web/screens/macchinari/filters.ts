import type { ListState } from '#web/ui/grid/list-state.ts';
import type { Filters } from '#web/registers/register.api.ts';

/** The two switches of the list, in the address; they exclude each other. */
export const VENDUTI = 'venduti';
export const SCADUTI = 'scaduti';
export const FILTER_NAMES: readonly string[] = [VENDUTI, SCADUTI];

/** By default sold machines are hidden; VENDUTI/DISMESSI shows all, SCADUTI those with an expired deadline. */
export function serverFilters(filters: ListState['filtri']): Filters {
  if (filters[VENDUTI]) return {};
  const base = { stato_attuale: { diverso: 'Venduto' } };
  return filters[SCADUTI] ? { ...base, scaduti: true } : base;
}

/** One switch on puts the other off. */
export const toggleFilter = (name: string, on: boolean): ListState['filtri'] => (on ? { [name]: '1' } : {});
