import { useCallback, useMemo } from 'react';
import { conditionsIn, type ColumnFilters } from '#web/registers/list/filters/column-filter.ts';
import type { ListStateHandle } from '#web/registers/list/use-list-state.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';

/** Filters that addresses kept from earlier releases name one by one. Keep the identity stable. */
export interface FormerFilters {
  names: readonly string[];
  /** Returns the conditions on columns that mean the same. */
  conditions(filters: Readonly<Record<string, string>>): ColumnFilters;
}

/** Returns the condition on the column `quando` of the former filters `dal` and `al`. */
export const daysOfFormer = ({ dal, al }: Readonly<Record<string, string>>): ColumnFilters =>
  dal || al ? { quando: { ...(dal ? { da: dal } : {}), ...(al ? { a: al } : {}) } } : {};

/** Replaces the former filters of a list's state by conditions on columns, beside those that the state already has. */
export function withoutFormer(state: ListState, { names, conditions }: FormerFilters): ListState {
  const former = Object.entries(state.filtri).filter(([name]) => names.includes(name));
  if (former.length === 0) return state;
  return {
    ...state,
    filtri: Object.fromEntries(Object.entries(state.filtri).filter(([name]) => !names.includes(name))),
    conditions: JSON.stringify({ ...conditions(Object.fromEntries(former)), ...conditionsIn(state.conditions) }),
  };
}

/** Lets a list open addresses with former filters. The first change of the list writes their conditions to the address. */
export function useFormerFilters(list: ListStateHandle, former: FormerFilters): ListStateHandle {
  const state = useMemo(() => withoutFormer(list.state, former), [list.state, former]);
  const translated = state !== list.state;
  const { change } = list;
  return {
    ...list,
    state,
    change: useCallback(
      (changes) => change(translated ? { filtri: state.filtri, conditions: state.conditions, ...changes } : changes),
      [change, state, translated],
    ),
  };
}
