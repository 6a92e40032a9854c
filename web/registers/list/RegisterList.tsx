import { FileSpreadsheet, Plus } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { RowTone } from '#web/ui/grid/grid-types.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead, type PageAction } from '#web/ui/page/PageHead.tsx';
import { ForbiddenState } from '#web/ui/feedback/states.tsx';
import { detailHref } from '#contracts/core/record-address.ts';
import { newHref } from '../addresses.ts';
import { canView, listButtons, type ListButtons } from '../buttons.ts';
import { useCellEdit } from './cell-edit/use-cell-edit.tsx';
import { ChangeTogether } from './change-together/ChangeTogether.tsx';
import type { Row, RowOf } from './columns.ts';
import { registerFilters } from './filters/filter-source.ts';
import { useColumnFilters } from './filters/use-column-filters.tsx';
import { NO_OWN_FILTERS } from './list-ask.ts';
import { ListEmpty } from './ListEmpty.tsx';
import { fetchAll, type Filters, type ListQuery } from '../register.api.ts';
import { ListSearch, pagedGrid, useListOutput } from './paged-grid.tsx';
import { NewsOffer } from '../news/NewsOffer.tsx';
import { useListNews } from '../news/use-list-news.ts';
import { DeletedLine, deletionOf, pastColumns } from './past/deletion.tsx';
import { momentInWords } from './past/moment.ts';
import { usePast } from './past/use-past.tsx';
import { useGrouping } from './use-grouping.tsx';
import { useListSelection, type ListSelection } from './use-list-selection.ts';
import { useRequestedList } from './use-requested-list.ts';
import { useOrder } from './use-order.ts';
import { useViews } from './views/use-views.tsx';
import { registerViews } from './views/view-contents.ts';
import { nameOf } from '../words.ts';

export interface ListContext<D extends AnyRegister = AnyRegister> {
  state: ListState;
  change(change: Partial<ListState>): void;
  query: ListQuery;
  selected: ListSelection<D>;
  total: number | undefined;
  /** Exports all filtered rows as a workbook with the list's columns. */
  exportAll(): void;
}

export interface RegisterListProps<D extends AnyRegister = AnyRegister> {
  def: D;
  /** Default: the definition's. Keep it stable. */
  columns?: readonly GridColumn<RowOf<NoInfer<D>>>[];
  /** Name of an alternative set of columns, whose layout is stored separately. */
  layout?: string;
  /** The screen's exceptions from the area's levels. */
  buttons?: Partial<ListButtons>;
  /** Names of the screen's filters in the address. Keep it stable. */
  filterNames?: readonly string[];
  /** Converts the address's filters to those of the request. Keep the identity stable. */
  serverFilters?(filters: ListState['filtri']): Filters;
  /** Switches beside the search box. */
  switches?(list: ListContext<NoInfer<D>>): ReactNode;
  /** Further buttons of the page head, before AGGIUNGI. */
  actions?(list: ListContext<NoInfer<D>>): readonly PageAction[];
  /** The head has its own EXCEL button, so the toolbar shows none. */
  ownExcel?: true;
  selectionActions?(list: ListContext<NoInfer<D>>): ReactNode;
  rowTone?(row: RowOf<NoInfer<D>>): RowTone;
  card?(row: RowOf<NoInfer<D>>): ReactNode;
  /** Content between head and grid. */
  children?: ReactNode;
  /** Content under the grid. */
  below?: ReactNode;
}

/** Tone of rows without a tone of their own: one object, so that they are not drawn again. */
const PLAIN: RowTone = {};

/** Shows the list of a register, with search, order, page and filters in the address. */
export function RegisterList<D extends AnyRegister>(props: RegisterListProps<D>) {
  const identity = useIdentity();
  if (!canView(identity, props.def)) {
    return (
      <Page>
        <PageHead title={props.def.list.title} />
        <div className="panel">
          <ForbiddenState area="questo elenco" />
        </div>
      </Page>
    );
  }
  return <VisibleList {...props} />;
}

function VisibleList<D extends AnyRegister>({
  def,
  columns: screenColumns,
  buttons,
  filterNames = NO_OWN_FILTERS.filterNames,
  serverFilters = NO_OWN_FILTERS.serverFilters,
  ...slots
}: RegisterListProps<D>) {
  const identity = useIdentity();
  const { listState, query, list, ownColumns, columns, defaults, isPast, isCompared } = useRequestedList({
    def,
    screenColumns: screenColumns as readonly GridColumn<Row>[] | undefined,
    filterNames,
    serverFilters,
  });
  const { state, change, setSearchText, flush } = listState;
  const columnFilters = useColumnFilters(registerFilters(def), {
    text: state.conditions,
    onChange: (conditions) => change({ conditions }),
    ownFilters: serverFilters(state.filtri),
    cerca: state.cerca,
    al: state.al,
  });
  const rowProps = drawnRows(slots, isPast);
  const storageKey = [def.path, slots.layout, identity.memberID].filter(Boolean).join('.');
  const viewedList = useMemo(() => registerViews(def, ownColumns, defaults), [def, ownColumns, defaults]);
  const views = useViews({ list: viewedList, state, change, storageKey, ready: list.data !== undefined });
  const total = list.data?.totale;
  const past = usePast({ def, state, change, query, search: <ListSearch list={listState} total={undefined} /> });
  const grouping = useGrouping({ def, columns, text: state.grouping, onChoose: (chosen) => change({ grouping: chosen }) }, (by) => ({
    grouping: by,
    query,
    storageKey,
    arrangement: views.arrangement,
    ...rowProps,
    ...(past.onOpen ? { onOpen: past.onOpen } : {}),
    onLeave: flush,
  }));
  useOrder(def, query, list);
  const news = useListNews(def, list.data?.data, list.dataUpdatedAt);
  const withNews = (row: Row): RowTone => {
    const tone = slots.rowTone?.(row as RowOf<D>) ?? PLAIN;
    return news.changed(row) ? { ...tone, changed: true } : tone;
  };
  const selected = useListSelection(def, query, total ?? 0);
  const { exportRows, paper, propsFor } = useListOutput<Row>(def.path, def.list.title, { file: def.list.file, al: state.al });
  const { editing, editor } = useCellEdit(def);
  const { add } = { ...listButtons(identity, def), ...buttons };
  const { onExport, onPrint } = propsFor(
    { total: total ?? 0, query, readRows: (progress) => fetchAll(def, query, progress) },
    // files and prints cover all pages, so they always have the deletion columns
    isPast ? pastColumns : undefined,
  );
  const context: ListContext<D> = {
    state,
    change,
    query,
    selected,
    total,
    exportAll: () =>
      onExport(
        'xlsx',
        columns.filter((column) => column.hidden !== true),
      ),
  };

  const forbidden = list.error instanceof ApiError && list.error.status === 403;
  return (
    <Page className="pb-6">
      <PageHead
        title={def.list.title}
        count={total === undefined || isCompared ? undefined : formatNumber(total, 0)}
        actions={isPast ? [] : (slots.actions?.(context) ?? [])}
        primary={add && !isPast ? { label: 'AGGIUNGI', icon: Plus, href: newHref(def), keys: ['n'] } : undefined}
      />
      {slots.children}
      {forbidden ? null : views.bar}
      {isPast ? past.band : <NewsOffer news={news} onShow={() => void list.refetch()} />}
      {past.comparison ??
        (forbidden ? (
          <div className="panel">
            <ForbiddenState area="questo elenco" />
          </div>
        ) : (
          <div {...views.panel}>
            <DataGrid<Row>
              {...pagedGrid(listState, list, def.list.sort)}
              label={`Elenco ${def.labels.many}`}
              storageKey={storageKey}
              arrangement={views.arrangement}
              columns={columns}
              rowKey={(row) => String(row[def.key.field])}
              rowLabel={(row) => nameOf(def, row)}
              {...(past.onOpen ? { onOpen: past.onOpen } : { rowHref: (row: Row) => detailHref(def, String(row[def.key.field])) })}
              onLeave={flush}
              {...rowProps}
              {...(news.count > 0 && !isPast ? { rowTone: withNews } : {})}
              selection={selected.selection}
              onSelection={selected.setSelection}
              selectionActions={
                <>
                  {isPast ? null : slots.selectionActions?.(context)}
                  {isPast ? null : <ChangeTogether def={def} selected={selected} />}
                  <SelectionAction
                    icon={FileSpreadsheet}
                    onClick={() =>
                      void exportRows('xlsx', isPast ? pastColumns(columns) : columns, {
                        total: selected.count,
                        readRows: selected.rows,
                        query: selected.query,
                      })
                    }
                  >
                    Excel
                  </SelectionAction>
                </>
              }
              search={<ListSearch list={listState} total={total} />}
              filters={slots.switches?.(context)}
              columnFilters={columnFilters}
              cellEditing={isPast ? undefined : editing}
              grouping={grouping}
              {...(isPast ? {} : { onSaveView: views.onSaveView })}
              onSeeAt={past.onSeeAt}
              {...(slots.ownExcel && !isPast ? {} : { onExport })}
              onPrint={onPrint}
              empty={
                <ListEmpty
                  def={def}
                  cerca={state.cerca}
                  filtered={Object.keys(state.filtri).length > 0 || state.conditions !== ''}
                  onClear={(part) => {
                    if (part === 'filtri') return change({ filtri: {}, conditions: '' });
                    setSearchText('');
                    change({ cerca: '' });
                  }}
                  addHref={add && !isPast ? newHref(def) : null}
                  moment={state.al === undefined ? undefined : momentInWords(state.al)}
                />
              }
            />
          </div>
        ))}
      {forbidden ? null : slots.below}
      {paper}
      {editor}
      {past.dialog}
    </Page>
  );
}

/** Returns how the screen draws its rows. Rows of a list as of an instant are marked where the record was deleted since. */
function drawnRows<D extends AnyRegister>({ rowTone, card }: Pick<RegisterListProps<D>, 'rowTone' | 'card'>, isPast: boolean) {
  if (!isPast) return { ...(rowTone ? { rowTone } : {}), ...(card ? { card } : {}) };
  return {
    rowTone: (row: Row): RowTone => ({ ...rowTone?.(row as RowOf<D>), isDeleted: deletionOf(row) !== null }),
    ...(card
      ? {
          card: (row: Row) => (
            <>
              {card(row as RowOf<D>)}
              <DeletedLine row={row} />
            </>
          ),
        }
      : {}),
  };
}
