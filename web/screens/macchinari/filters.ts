import { IN_USE } from '#contracts/modules/macchinari.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import type { Filters } from '#web/registers/register.api.ts';

/** The switches of the list, in the address; they exclude each other. */
export const VENDUTI = 'venduti';
export const SCADUTI = 'scaduti';
export const IN_SCADENZA = 'in_scadenza';
export const MANUTENZIONE = 'manutenzione';
export const FILTER_NAMES: readonly string[] = [VENDUTI, SCADUTI, IN_SCADENZA, MANUTENZIONE];

/** By default sold and scrapped machines are hidden; VENDUTI/DISMESSI shows all, the others those machines that are expired, expiring or due. */
export function serverFilters(filters: ListState['filtri']): Filters {
  if (filters[VENDUTI]) return {};
  const asked = [SCADUTI, IN_SCADENZA, MANUTENZIONE].filter((name) => filters[name]);
  return { ...IN_USE, ...Object.fromEntries(asked.map((name) => [name, true])) };
}

/** One switch on puts the others off. */
export const toggleFilter = (name: string, on: boolean): ListState['filtri'] => (on ? { [name]: '1' } : {});
