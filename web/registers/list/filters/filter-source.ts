import type { Group } from '#contracts/core/groups.ts';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { groupsOptions, type ListQuery } from '../../register.api.ts';
import { todayInRome } from '#web/lib/format.ts';
import { filterKind, parseColumnFilters, withColumnFilters, type FilterColumn, type FilterKind } from './column-filter.ts';
import { EMPTY_LABEL, valueInWords } from './filter-words.ts';

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

/** Columns of a list that is no register's. */
export interface ListColumns {
  kinds: Readonly<Record<string, FilterKind>>;
  labels: Readonly<Record<string, string>>;
  /** Returns a value as the list shows it; default: the value itself. */
  words?(name: string, value: string | number): string;
}

/** Returns a list's columns for filtering; `values` queries the values of one. */
export const columnsSource = (
  { kinds, labels, words = (_name, value) => String(value) }: ListColumns,
  values: FilterSource['values'],
): FilterSource => ({
  column: (name) => {
    const kind = kinds[name];
    return kind === undefined
      ? null
      : {
          label: labels[name] ?? name,
          kind,
          decimals: 0,
          grouped: true,
          words: (value) => (value === null ? EMPTY_LABEL : words(name, value)),
        };
  },
  values,
});

/** Returns the conditions of an address as a list's call takes them; empty for none. */
export function conditionsAsked({ kinds }: Pick<ListColumns, 'kinds'>, conditions: string): { filtri?: string } {
  const { filters } = parseColumnFilters(conditions, (name) => kinds[name] ?? null);
  const asked = withColumnFilters({}, filters, todayInRome());
  return Object.keys(asked).length === 0 ? {} : { filtri: JSON.stringify(asked) };
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
