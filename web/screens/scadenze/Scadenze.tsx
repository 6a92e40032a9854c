import { useQuery } from '@tanstack/react-query';
import { BellRing, BookmarkPlus, CircleCheck } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { BOARD } from '#contracts/export/lists.ts';
import { seesBoard, type DueItem, type Gruppo } from '#contracts/modules/scadenze/board.ts';
import { BOARD_ORDERS } from '#contracts/modules/scadenze/board-orders.ts';
import { kindName } from '#contracts/modules/scadenze/board-words.ts';
import { formatNumber, todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { ListSearch, NothingFound, pagedGrid, useListOutput } from '#web/registers/list/paged-grid.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { EmptyState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { Segment } from '#web/ui/inputs/Segment.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { useViews } from '#web/registers/list/views/use-views.tsx';
import type { ViewedList } from '#web/registers/list/views/view-contents.ts';
import { useColumnFilters } from '#web/registers/list/filters/use-column-filters.tsx';
import { conditionsAsked } from '#web/registers/list/filters/filter-source.ts';
import { boardFilterSource, FILTERED } from './board-filters.ts';
import { BandChips } from './BandChips.tsx';
import { ClosedFilter } from './ClosedFilter.tsx';
import { BoardFilters } from './BoardFilters.tsx';
import { columnsOf, outputColumns } from './columns.tsx';
import { DueCard } from './DueCard.tsx';
import { boardKey, foldedWords, foldRows, type BoardRow } from './fold.ts';
import { Groups } from './Groups.tsx';
import { isMonth, monthOf } from './month.ts';
import { MonthView } from './MonthView.tsx';
import { NotDelivered } from './NotDelivered.tsx';
import { recordHref } from './record-href.ts';
import { RemindersDialog } from './RemindersDialog.tsx';
import { boardOptions, FILTERS, filtersOf, VIEWS, wholeBoard } from './scadenze.api.ts';
import { UnassignedRecords } from './Unassigned.tsx';
import { useRenewTogether } from './use-renew-together.tsx';
import { SeenDialog } from './SeenDialog.tsx';

const OWN_ORDER = 'lavoro';
const DEFAULTS: ListDefaults = { ordina: OWN_ORDER, righe: 20, sortable: BOARD_ORDERS, filtri: [...FILTERS, ...VIEWS] };

/** The board among the lists that have views; it is grouped by its own switch. */
const VIEWED: Omit<ViewedList, 'columns'> = {
  path: BOARD,
  many: 'scadenze',
  filters: boardFilterSource({}),
  defaults: DEFAULTS,
  isGrouping: () => false,
};

const VIEW_OPTIONS = [
  { value: 'elenco', label: 'Elenco' },
  { value: 'cantiere', label: 'Per cantiere' },
  { value: 'persona', label: 'Per persona' },
  { value: 'mese', label: 'Mese' },
] as const;
type View = (typeof VIEW_OPTIONS)[number]['value'];

/** Shows SCADENZE, the deadlines of all records that the person sees. */
export default function Scadenze() {
  if (seesBoard(useIdentity())) return <BoardPage />;
  return (
    <Page>
      <PageHead title="SCADENZE" />
      <div className="panel">
        <ForbiddenState area="lo scadenzario" />
      </div>
    </Page>
  );
}

function BoardPage() {
  const { memberID } = useIdentity();
  const phone = usePhone();
  const list = useListState(DEFAULTS);
  const { state, change, setSearchText } = list;
  const [openItem, setOpenItem] = useState<DueItem | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [reminders, setReminders] = useState(false);
  const { filtri } = state;
  const view: View =
    filtri['mostra'] === 'mese'
      ? 'mese'
      : filtri['gruppo'] === 'cantiere'
        ? 'cantiere'
        : filtri['gruppo'] === 'persona'
          ? 'persona'
          : 'elenco';
  const gruppo: Gruppo | undefined = view === 'cantiere' || view === 'persona' ? view : undefined;
  const shownDay = view === 'mese' ? day : null;
  const ofDay = useMemo(() => (shownDay === null ? {} : { dal: shownDay, al: shownDay }), [shownDay]);
  const query = { ...state, ...(gruppo ? { gruppo } : {}), ...ofDay };
  const page = useQuery(boardOptions(query));
  const { data } = page;
  const { paper, propsFor } = useListOutput<BoardRow>(BOARD, 'SCADENZE');
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback(
    (key: string) => setUnfolded((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key])),
    [],
  );
  const columns = useMemo(() => columnsOf({ onSeen: setOpenItem, onFold: fold, unfolded }), [fold, unfolded]);
  const rows = useMemo(() => data && foldRows(data.data, unfolded), [data, unfolded]);
  const setFilters = (next: Readonly<Record<string, string>>) => change({ filtri: next });
  const changeAddress = (changes: Record<string, string | null>) =>
    setFilters(
      Object.fromEntries(Object.entries({ ...filtri, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1]))),
    );
  const choose = (next: View) => {
    setDay(null);
    changeAddress({ mostra: next === 'mese' ? 'mese' : null, gruppo: next === 'cantiere' || next === 'persona' ? next : null, mese: null });
  };
  const source = useMemo(() => boardFilterSource({ ...filtersOf(filtri), ...ofDay }), [filtri, ofDay]);
  const columnFilters = useColumnFilters(source, {
    text: state.conditions,
    onChange: (conditions) => change({ conditions }),
    ownFilters: {},
    cerca: state.cerca,
  });
  const viewed = useMemo(() => ({ ...VIEWED, columns }), [columns]);
  const views = useViews({ list: viewed, state, change, storageKey: `scadenze.${memberID}`, ready: data !== undefined });
  const filtered = state.cerca !== '' || state.conditions !== '' || Object.keys(filtersOf(filtri)).length > 0;
  const wholeQuery = { ...state, ...ofDay };
  const together = useRenewTogether(rows, filtri, () => wholeBoard(wholeQuery));
  return (
    <Page className="pb-6">
      <PageHead
        title="SCADENZE"
        count={data ? formatNumber(data.totale, 0) : undefined}
        actions={[
          { label: 'Promemoria e calendario', icon: BellRing, onClick: () => setReminders(true) },
          // the list has this button in its toolbar
          ...(view === 'elenco' ? [] : [{ label: 'Salva come vista', icon: BookmarkPlus, onClick: views.onSaveView }]),
        ]}
        controls={
          <div className="flex items-center gap-3">
            <Segment<View>
              aria-label="Vista"
              value={view}
              onChange={choose}
              options={VIEW_OPTIONS}
              className="max-md:w-full max-md:overflow-x-auto"
            />
            {view === 'elenco' ? null : (
              <IconButton icon={BookmarkPlus} label="Salva come vista" className="max-md:hidden" onClick={views.onSaveView} />
            )}
            <Button plain icon={BellRing} className="max-md:hidden" onClick={() => setReminders(true)}>
              Promemoria
            </Button>
          </div>
        }
      />
      {views.bar}
      <div {...views.panel}>
        <NotDelivered onOpen={() => setReminders(true)} />
        <UnassignedRecords />
        <BandChips counts={data?.fasce} chosen={filtri['fascia']} onChoose={(fascia) => changeAddress({ fascia })} />
        {gruppo || view === 'mese' ? columnFilters.chips : null}
        {gruppo && data?.gruppi ? (
          <Groups
            title={gruppo === 'cantiere' ? 'Cantiere' : 'Persona'}
            without="Senza cantiere"
            groups={data.gruppi}
            onChoose={({ chiave }) =>
              changeAddress(
                gruppo === 'cantiere' ? { gruppo: null, cantiere: chiave } : { gruppo: null, soggetto: 'lavoratore', id: chiave },
              )
            }
          />
        ) : null}
        {view === 'mese' ? (
          <MonthView
            state={state}
            month={isMonth(filtri['mese']) ? filtri['mese'] : monthOf(todayInRome())}
            onMonth={(mese) => {
              setDay(null);
              changeAddress({ mese });
            }}
            day={day}
            onDay={(next) => {
              setDay(next);
              change({ pagina: 1 });
            }}
          />
        ) : null}
        {gruppo || (view === 'mese' && day === null) ? null : (
          <DataGrid<BoardRow>
            {...pagedGrid(list, page, OWN_ORDER)}
            {...propsFor(
              {
                total: data?.totale ?? 0,
                query: {
                  cerca: state.cerca,
                  ordina: state.ordina,
                  filtri: { ...filtersOf(filtri), ...conditionsAsked(FILTERED, state.conditions), ...ofDay },
                },
                readRows: (progress) => wholeBoard(wholeQuery, progress),
              },
              outputColumns,
            )}
            label="Scadenze"
            storageKey={`scadenze.${memberID}`}
            arrangement={views.arrangement}
            onSaveView={views.onSaveView}
            columns={columns}
            rows={rows}
            rowKey={boardKey}
            {...together.grid}
            columnFilters={columnFilters}
            rowLabel={(item) => `${item.folded ? foldedWords(item.folded) : kindName(item)}, ${item.nome || item.id}`}
            rowHref={(item) => (phone ? undefined : recordHref(item))}
            rowTone={({ fascia }) => ({ hot: fascia === 'scaduto' })}
            height={null}
            search={<ListSearch list={list} total={data?.totale} />}
            filters={
              <>
                <BoardFilters filters={filtri} onFilters={setFilters} />
                {together.button}
                <ClosedFilter
                  count={data?.chiusi}
                  on={filtri['chiusi'] === '1'}
                  onChange={(on) => changeAddress({ chiusi: on ? '1' : null })}
                />
              </>
            }
            card={(item) => <DueCard item={item} onSeen={setOpenItem} onFold={fold} open={unfolded.has(boardKey(item))} />}
            empty={
              filtered ? (
                <NothingFound
                  title="Nessuna scadenza trovata"
                  onClear={() => {
                    setSearchText('');
                    change({ cerca: '', filtri: {}, conditions: '' });
                  }}
                />
              ) : (
                <EmptyState icon={CircleCheck} title="Nessuna scadenza" text="Di quello che vedi non scade e non manca niente." />
              )
            }
          />
        )}
      </div>
      {paper}
      {reminders ? <RemindersDialog onClose={() => setReminders(false)} /> : null}
      {together.dialog}
      {openItem ? <SeenDialog item={openItem} onClose={() => setOpenItem(null)} /> : null}
    </Page>
  );
}
