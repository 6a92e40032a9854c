import { IN_USE } from '#contracts/modules/macchinari.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import type { Filters } from '#web/registers/register.api.ts';

/** Names of the list's mutually exclusive switches in the address. */
export const VENDUTI = 'venduti';
export const SCADUTI = 'scaduti';
export const IN_SCADENZA = 'in_scadenza';
export const MANUTENZIONE = 'manutenzione';
export const FILTER_NAMES: readonly string[] = [VENDUTI, SCADUTI, IN_SCADENZA, MANUTENZIONE];

/**
 * Converts the switches to filters. By default sold and scrapped machines are hidden; VENDUTI/DISMESSI shows all machines. The other
 * switches show machines that are expired, expiring or due for maintenance.
 */
export function serverFilters(filters: ListState['filtri']): Filters {
  if (filters[VENDUTI]) return {};
  const asked = [SCADUTI, IN_SCADENZA, MANUTENZIONE].filter((name) => filters[name]);
  return { ...IN_USE, ...Object.fromEntries(asked.map((name) => [name, true])) };
}

/** Returns the filters after a switch is toggled; turning one on turns the others off. */
export const toggleFilter = (name: string, on: boolean): ListState['filtri'] => (on ? { [name]: '1' } : {});
