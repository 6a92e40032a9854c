import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { ListFilter } from 'lucide-react';
import { useLocation } from 'wouter';
import type { HistoryItem } from '#contracts/core/history.ts';
import { STORICO } from '#contracts/export/lists.ts';
import { seesTrail } from '#contracts/modules/trail.ts';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { ListSearch, NothingFound, pagedGrid, useListOutput } from '#web/registers/list/paged-grid.tsx';
import { useFormerFilters } from '#web/modules/trail/former-filters.ts';
import { columnsSource } from '#web/registers/list/filters/filter-source.ts';
import { useColumnFilters } from '#web/registers/list/filters/use-column-filters.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { EmptyState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { ColumnFilterMenu } from '#web/ui/grid/ColumnFilterMenu.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';
import { changeListState, writeListState, type ListDefaults } from '#web/ui/grid/list-state.ts';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TrailSwitches } from './TrailSwitches.tsx';
import { sentenceOf, storicoColumns } from './columns.tsx';
import { hrefUnlessViewed, PastEntry, outputColumns, viewColumn } from './past-entry.tsx';
import { entryHref } from './entries.ts';
import { dayHeading, trailKey, type TrailRow } from './rows.ts';
import { askedOf, optionsRegister, SWITCHES, trailValues, UNFOLDED, wholeTrail } from './storico.api.ts';
import { filteredColumns, FORMER } from './trail-filters.ts';
import { useUnfolded } from './use-unfolded.ts';
import clsx from 'clsx';
import { fieldsInWords } from '#contracts/core/history-in-words.ts';

interface EntryCardProps {
  entry: TrailRow;
  open: boolean;
}

/** Card of an entry on a phone; for a row that combines several entries, tells what a press does. */
function EntryCard({ entry, open }: EntryCardProps) {
  const catalogue = useCatalogue();
  const { insieme } = entry;
  return (
    <span className={clsx('block', entry.inside && 'border-l-2 border-line-strong pl-3')}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="text-touch font-medium [overflow-wrap:anywhere]">{sentenceOf(catalogue, entry)}</span>
        <span className="num flex-none text-label text-ink-3">{formatTime(entry.quando)}</span>
      </span>
      {insieme ? (
        <span className="link mt-1 block text-read">
          {insieme.quante > UNFOLDED ? `Apri tutte e ${formatNumber(insieme.quante, 0)}` : open ? 'Nascondi' : 'Mostra una per una'}
        </span>
      ) : (
        <span className="num block truncate text-label text-ink-3">{fieldsInWords(catalogue, entry)}</span>
      )}
    </span>
  );
}

const DEFAULTS: ListDefaults = { ordina: '', righe: 20, sortable: [], filtri: [...SWITCHES, ...FORMER.names] };

const FILTERS_BUTTON = <ToolbarButton icon={ListFilter}>Filtri</ToolbarButton>;

/** Shows STORICO: all changes and accesses in the portal, one row per request, for administrators and management. */
export default function Storico() {
  if (seesTrail(useIdentity())) return <Register />;
  return (
    <Page>
      <PageHead title="STORICO" />
      <div className="panel">
        <ForbiddenState area="lo storico del portale" />
      </div>
    </Page>
  );
}

function Register() {
  const catalogue = useCatalogue();
  const { memberID } = useIdentity();
  const list = useFormerFilters(useListState(DEFAULTS), FORMER);
  const { state, change, setSearchText } = list;
  const page = useQuery(optionsRegister(state));
  const { data } = page;
  const { paper, propsFor } = useListOutput<TrailRow>(STORICO, 'STORICO');
  const [viewed, setViewed] = useState<HistoryItem | null>(null);
  const { rows, unfolded, onFold } = useUnfolded(state, data?.data);
  const [path] = useLocation();
  const hrefOfGroup = useCallback(
    (gruppo: string) => path + writeListState(changeListState(state, { filtri: { ...state.filtri, gruppo } }), DEFAULTS),
    [path, state],
  );
  const columns = useMemo(
    () => [...storicoColumns(catalogue, { unfolded, onFold }), viewColumn(catalogue, { onView: setViewed, hrefOfGroup })],
    [catalogue, unfolded, onFold, hrefOfGroup],
  );
  const source = useMemo(
    () => columnsSource(filteredColumns(catalogue, columns), trailValues(state.filtri)),
    [catalogue, columns, state.filtri],
  );
  const columnFilters = useColumnFilters(source, {
    text: state.conditions,
    onChange: (conditions) => change({ conditions }),
    ownFilters: {},
    cerca: state.cerca,
  });
  // on a phone the whole card is the link, since it has no room for a button
  const phone = usePhone();
  const hrefOf = (entry: TrailRow): string | undefined => {
    if (!entry.insieme) return (phone ? hrefUnlessViewed : entryHref)(catalogue, entry);
    return phone && entry.insieme.quante > UNFOLDED ? hrefOfGroup(entry.insieme.gruppo) : undefined;
  };
  const open = (entry: TrailRow) => {
    if (entry.insieme) onFold(entry.insieme.gruppo);
    else if (phone) setViewed(entry);
  };
  const searched = state.cerca !== '' || state.conditions !== '' || Object.keys(state.filtri).length > 0;
  return (
    <Page className="pb-6">
      <PageHead title="STORICO" count={data ? formatNumber(data.totale, 0) : undefined} />
      <DataGrid<TrailRow>
        {...pagedGrid(list, page)}
        {...propsFor(
          {
            total: data?.voci ?? 0,
            query: { cerca: state.cerca, filtri: askedOf(state) },
            readRows: (progress) => wholeTrail(state, progress),
          },
          (chosen) => outputColumns(catalogue, chosen),
        )}
        label="Storico del portale"
        storageKey={`storico.${memberID}`}
        columns={columns}
        rows={rows}
        exported={data?.voci}
        sort="-quando"
        rowKey={trailKey}
        rowLabel={(entry) => sentenceOf(catalogue, entry)}
        rowHref={hrefOf}
        rowHeading={dayHeading}
        onOpen={open}
        card={(entry) => <EntryCard entry={entry} open={entry.insieme !== undefined && unfolded.has(entry.insieme.gruppo)} />}
        search={<ListSearch list={list} total={data?.totale} />}
        columnFilters={columnFilters}
        filters={
          <>
            {phone ? null : <ColumnFilterMenu columns={columns} filters={columnFilters} button={FILTERS_BUTTON} anchor="bottom-start" />}
            <TrailSwitches filters={state.filtri} onFilters={(filters) => change({ filtri: filters })} />
          </>
        }
        empty={
          searched ? (
            <NothingFound
              title="Nessun evento trovato"
              onClear={() => {
                setSearchText('');
                change({ cerca: '', filtri: {}, conditions: '' });
              }}
            />
          ) : (
            <EmptyState title="Ancora nessun evento" />
          )
        }
      />
      {paper}
      {viewed ? <PastEntry entry={viewed} onClose={() => setViewed(null)} /> : null}
    </Page>
  );
}
