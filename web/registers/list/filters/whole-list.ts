import { useMemo } from 'react';
import { meetsCondition, type JudgedKind, type JudgedValue, type RowCondition } from '#contracts/core/row-conditions.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { ColumnFiltering, DataGridProps } from '#web/ui/grid/grid-types.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { pageCount } from '#web/ui/grid/pages.ts';
import { parseColumnFilters, withColumnFilters, type FilterKind } from './column-filter.ts';
import { columnsSource, type FilterSource } from './filter-source.ts';
import { useColumnFilters } from './use-column-filters.tsx';

/** A column by which a list that arrives whole is filtered. */
export interface WholeColumn<R> {
  label: string;
  kind: FilterKind;
  /** Returns the value that conditions judge: a day as YYYY-MM-DD, a flag as 1 or 0. */
  value(row: R): JudgedValue;
  /** Returns a value as the list shows it; default: the value itself. */
  words?(value: string | number): string;
}

/** Columns by name. Keep the identity stable. */
export type WholeColumns<R> = Readonly<Record<string, WholeColumn<R>>>;

const judgedKind = (kind: FilterKind): JudgedKind => (kind === 'number' || kind === 'date' ? kind : 'text');

/** Returns the rows that meet all conditions, in the shape of a server's `filtri`. */
const rowsWith = <R>(rows: readonly R[], columns: WholeColumns<R>, filters: Readonly<Record<string, unknown>>): readonly R[] => {
  const conditions = Object.entries(filters) as [string, RowCondition][];
  return conditions.length === 0
    ? rows
    : rows.filter((row) =>
        conditions.every(([name, condition]) => {
          const column = columns[name];
          return column !== undefined && meetsCondition(judgedKind(column.kind), column.value(row), condition);
        }),
      );
};

/** Returns the columns of a list that arrives whole for filtering; the values of a column are counted in the browser. */
export function wholeSource<R>(rows: readonly R[], columns: WholeColumns<R>): FilterSource {
  const entries = Object.entries(columns);
  return columnsSource(
    {
      kinds: Object.fromEntries(entries.map(([name, { kind }]) => [name, kind])),
      labels: Object.fromEntries(entries.map(([name, { label }]) => [name, label])),
      words: (name, value) => columns[name]?.words?.(value) ?? String(value),
    },
    (name, { filtri }) => {
      const counts = Map.groupBy(rowsWith(rows, columns, filtri), (row) => columns[name]?.value(row) ?? null);
      const data = [...counts]
        .map(([valore, found]) => ({ valore, quanti: found.length }))
        .toSorted((a, b) => b.quanti - a.quanti || String(a.valore ?? '\uFFFF').localeCompare(String(b.valore ?? '\uFFFF'), 'it'));
      return { queryKey: ['valori', name, data], queryFn: async () => ({ data, totale: data.length }) };
    },
  );
}

/** Page and conditions of a list that arrives whole: of its address, or of the screen alone. */
export interface WholeState {
  state: Pick<ListState, 'pagina' | 'conditions'>;
  change(change: Partial<Pick<ListState, 'pagina' | 'conditions'>>): void;
}

interface WholeGrid<R> extends Pick<DataGridProps<R>, 'rows' | 'total' | 'page' | 'pageSize' | 'onPage'> {
  columnFilters: ColumnFiltering;
}

/** Returns the grid state of a list that arrives whole: its rows are filtered and paged in the browser. */
export function useWholeGrid<R>(
  { state, change }: WholeState,
  rows: readonly R[] | undefined,
  { columns, pageSize }: { columns: WholeColumns<R>; pageSize: number },
): WholeGrid<R> {
  const source = useMemo(() => wholeSource(rows ?? [], columns), [rows, columns]);
  const today = todayInRome();
  const matches = useMemo(() => {
    const { filters } = parseColumnFilters(state.conditions, (name) => columns[name]?.kind ?? null);
    return rows && rowsWith(rows, columns, withColumnFilters({}, filters, today));
  }, [rows, columns, state.conditions, today]);
  const columnFilters = useColumnFilters(source, {
    text: state.conditions,
    onChange: (conditions) => change({ conditions, pagina: 1 }),
    ownFilters: {},
    cerca: '',
  });
  const page = Math.min(state.pagina, pageCount(matches?.length ?? 0, pageSize));
  return {
    rows: matches?.slice((page - 1) * pageSize, page * pageSize),
    total: matches?.length,
    page,
    pageSize,
    onPage: (pagina) => change({ pagina }),
    columnFilters,
  };
}
