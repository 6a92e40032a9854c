import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { DataGridProps } from '#web/ui/grid/grid-types.ts';
import { nextSort } from '#web/ui/grid/list-state.ts';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';
import { namesAt } from './past/names-at.ts';
import { useExport, type ExportSource } from './use-export.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { usePrint } from './use-print.tsx';

type PageQuery<R> = Pick<UseQueryResult<{ data: R[]; totale: number }>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>;
type PagedGrid<R> = Pick<
  DataGridProps<R>,
  'rows' | 'total' | 'page' | 'pageSize' | 'sort' | 'onPage' | 'onPageSize' | 'onSort' | 'refreshing' | 'error' | 'onRetry'
>;

/**
 * Returns the props of a grid whose pages the server reads, with page and order in the address. `defaultSort`: the order at the start,
 * as `-column`; without it the person cannot change the order.
 */
export function pagedGrid<R>({ state, change }: ListStateHandle, page: PageQuery<R>, defaultSort?: string): PagedGrid<R> {
  return {
    rows: page.data?.data,
    total: page.data?.totale,
    page: state.pagina,
    pageSize: state.righe,
    sort: state.ordina,
    onPage: (next) => change({ pagina: next }),
    onPageSize: (rows) => change({ righe: rows }),
    ...(defaultSort === undefined ? {} : { onSort: (column: string) => change({ ordina: nextSort(state.ordina, column, defaultSort) }) }),
    refreshing: page.isPlaceholderData,
    error: page.error,
    onRetry: () => void page.refetch(),
  };
}

/** Search box of a list; counts the rows found once the list shows them. */
export function ListSearch({ list: { state, searchText, setSearchText }, total }: { list: ListStateHandle; total: number | undefined }) {
  return (
    <SearchInput
      value={searchText}
      onChange={setSearchText}
      count={searchText.trim() === state.cerca ? total : undefined}
      className="tel-input"
    />
  );
}

/** Tells that search and filters match nothing, and offers to clear both. */
export function NothingFound({ title, onClear }: { title: string; onClear(): void }) {
  return (
    <EmptyState
      title={title}
      action={
        <Button plain onClick={onClear}>
          Togli ricerca e filtri
        </Button>
      }
    />
  );
}

/**
 * Exports and prints all filtered rows of a list; the caller must render `paper`. `table`: the register's path; `file`: exact file name, if
 * prescribed; `al`: the moment of the rows, which files and prints then tell.
 */
export function useListOutput<R>(table: string, title: string, { file, al }: { file?: string | undefined; al?: string | undefined } = {}) {
  const { names, moment } = namesAt(title, file, al);
  const exportRows = useExport<R>(table, names);
  const { print, paper } = usePrint<R>(table, title, moment);
  return {
    exportRows,
    paper,
    /** Returns the grid's props for `source`. `columnsOf`: the columns of file and paper for those shown. */
    propsFor: (
      source: ExportSource<R>,
      columnsOf: (shown: readonly GridColumn<R>[]) => readonly GridColumn<R>[] = (shown) => shown,
    ): Required<Pick<DataGridProps<R>, 'onExport' | 'onPrint'>> => ({
      onExport: (format, shown) => void exportRows(format, columnsOf(shown), source),
      onPrint: (shown) => void print(columnsOf(shown), source.total, source.readRows),
    }),
  };
}
