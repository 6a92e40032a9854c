import type { Group } from '#contracts/core/groups.ts';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { groupsOptions, type ListQuery } from '../../register.api.ts';
import { filterKind, type FilterKind } from './column-filter.ts';
import { valueInWords } from './filter-words.ts';

/** A column that can be filtered, as heads, panels and chips show it. */
export interface FilterColumn {
  label: string;
  kind: FilterKind;
  /** Decimals of a number's bounds, and whether its thousands are grouped. */
  decimals: number;
  grouped: boolean;
  /** Returns a value as the list shows it. */
  words(value: string | number | null): string;
}

/** Query for the values of a column with the number of their rows. */
export interface ValuesQuery {
  queryKey: readonly unknown[];
  queryFn(context: { signal: AbortSignal }): Promise<{ data: Pick<Group, 'valore' | 'quanti'>[]; totale: number }>;
}

/** A list whose columns can be filtered. */
export interface FilterSource {
  /** Returns the column; `null` for one that cannot be filtered. */
  column(name: string): FilterColumn | null;
  values(name: string, query: Pick<ListQuery, 'cerca' | 'filtri'>): ValuesQuery;
}

/** The columns of a register's list. */
export const registerFilters = oncePer((def: AnyRegister): FilterSource => ({
  column(name) {
    const kind = filterKind(def, name);
    const field = def.fields[name];
    return kind === null
      ? null
      : {
          label: labelOf(def, name),
          kind,
          decimals: field?.kind === 'number' ? field.decimals : field?.kind === 'money' ? (field.decimals ?? 2) : 0,
          grouped: !(field?.kind === 'number' && field.year),
          words: (value) => valueInWords(def, name, value),
        };
  },
  values: (name, query) => groupsOptions(def, { per: name, ...query }) as ValuesQuery,
}));
