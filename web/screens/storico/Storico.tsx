import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { authorOf, fieldsInWords, recordOf } from '#contracts/core/history-in-words.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { STORICO } from '#contracts/export/lists.ts';
import { seesTrail } from '#contracts/modules/trail.ts';
import { formatNumber, formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { useExport } from '#web/registers/list/use-export.ts';
import { usePrint } from '#web/registers/list/use-print.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { StoricoFilters } from './StoricoFilters.tsx';
import { storicoColumns } from './columns.ts';
import { hrefUnlessViewed, PastEntry, told, viewColumn } from './past-entry.tsx';
import { entryHref } from './entries.ts';
import { FILTERS, optionsRegister, wholeTrail } from './storico.api.ts';

const DEFAULTS: ListDefaults = { ordina: '', righe: 20, sortable: [], filtri: FILTERS };

/** STORICO: everything that was done in the portal, for administrators and management. */
export default function Storico() {
  if (seesTrail(useIdentity())) return <Register />;
  return (
    <Page>
      <PageHead title="STORICO" />
      <div className="panel">
        <ForbiddenState what="lo storico del portale" />
      </div>
    </Page>
  );
}

function Register() {
  const catalogue = useCatalogue();
  const { memberID } = useIdentity();
  const { state, change, typed, setTyped } = useListState(DEFAULTS);
  const { data, error, isPlaceholderData, refetch } = useQuery(optionsRegister(state));
  const exportAll = useExport<HistoryItem>(STORICO, 'STORICO');
  const { print, paper } = usePrint<HistoryItem>(STORICO, 'STORICO');
  const [viewed, setViewed] = useState<HistoryItem | null>(null);
  const columns = useMemo(() => [...storicoColumns(catalogue), viewColumn(catalogue, setViewed)], [catalogue]);
  // a card has no room for a button of its own: it opens what the button would
  const phone = usePhone();
  const searched = state.cerca !== '' || Object.keys(state.filtri).length > 0;
  return (
    <Page className="pb-6">
      <PageHead title="STORICO" count={data ? formatNumber(data.totale, 0) : undefined} />
      <DataGrid<HistoryItem>
        label="Storico del portale"
        storageKey={`storico.${memberID}`}
        columns={columns}
        rows={data?.data}
        total={data?.totale}
        page={state.pagina}
        pageSize={state.righe}
        sort="-quando"
        onPage={(page) => change({ pagina: page })}
        onPageSize={(rows) => change({ righe: rows })}
        rowKey={(entry) => `${entry.tabella}/${entry.id}/${entry.versione}/${entry.evento}`}
        rowLabel={(entry) => `${recordOf(catalogue, entry)}, ${entry.frase}`}
        rowHref={(entry) => (phone ? hrefUnlessViewed : entryHref)(catalogue, entry)}
        {...(phone ? { onOpen: setViewed } : {})}
        card={(entry) => <EntryCard voce={entry} />}
        refreshing={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        search={
          <SearchInput
            value={typed}
            onChange={setTyped}
            count={typed.trim() === state.cerca ? data?.totale : undefined}
            className="tel-input"
          />
        }
        filters={<StoricoFilters filters={state.filtri} onFilters={(filters) => change({ filtri: filters })} />}
        onExport={(format, chosen) =>
          void exportAll(format, told(chosen), {
            total: data?.totale ?? 0,
            query: { cerca: state.cerca, filtri: state.filtri },
            read: (progress) => wholeTrail(state, progress),
          })
        }
        onPrint={(chosen) => void print(told(chosen), data?.totale ?? 0, (progress) => wholeTrail(state, progress))}
        empty={
          searched ? (
            <EmptyState
              title="Nessun evento trovato"
              action={
                <Button
                  plain
                  onClick={() => {
                    setTyped('');
                    change({ cerca: '', filtri: {} });
                  }}
                >
                  Togli ricerca e filtri
                </Button>
              }
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

function EntryCard({ voce }: { voce: HistoryItem }) {
  const catalogue = useCatalogue();
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num line-clamp-2 text-touch font-semibold">{recordOf(catalogue, voce)}</span>
        <span className="num flex-none text-label text-ink-3">{formatRelativo(voce.quando)}</span>
      </span>
      <span className="block text-read">
        {authorOf(voce)} {voce.frase}
      </span>
      <span className="num block truncate text-label text-ink-3">{fieldsInWords(catalogue, voce)}</span>
    </>
  );
}
