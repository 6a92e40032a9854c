import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { detailHref } from '#contracts/core/record-address.ts';
import type { Group } from '#contracts/core/groups.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Count } from '#web/ui/feedback/Badge.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { nextSort } from '#web/ui/grid/list-state.ts';
import { groupsOptions, listOptions } from '../register.api.ts';
import type { Row } from '../row.ts';
import { nameOf } from '../words.ts';
import type { GroupedRowsProps } from './grouped-rows.ts';
import { filterOfGroup, groupInWords, sumInWords } from './grouping.ts';

/** The groups of a list, the largest first, each with its number of rows and its sums. A pressed group shows its rows. */
export default function GroupedRows(props: GroupedRowsProps) {
  const { def, grouping, query } = props;
  const per = grouping.period === null ? grouping.field : `${grouping.field}:${grouping.period}`;
  const groups = useQuery(groupsOptions(def, { per, cerca: query.cerca, filtri: query.filtri, al: query.al }));
  const [open, setOpen] = useState<ReadonlySet<Group['valore']>>(new Set());
  if (groups.error)
    return (
      <ErrorState
        title="Gruppi non caricati"
        text={groups.error instanceof Error ? groups.error.message : ''}
        onRetry={() => void groups.refetch()}
      />
    );
  if (!groups.data) return <div className="min-h-[320px]" aria-busy />;
  if (groups.data.data.length === 0) return <EmptyState title="Nessun gruppo" text="Nessuna riga con questa ricerca e questi filtri." />;
  const toggle = (value: Group['valore']) => {
    const next = new Set(open);
    if (!next.delete(value)) next.add(value);
    setOpen(next);
  };
  return (
    <div aria-busy={groups.isPlaceholderData || undefined}>
      <ul aria-label={`${def.labels.many} per gruppi`}>
        {groups.data.data.map((group) => {
          const shown = open.has(group.valore);
          return (
            <li key={String(group.valore)} className="border-b border-line-faint last:border-b-0">
              <button
                type="button"
                className="flex min-h-10 w-full flex-wrap items-center gap-x-3 px-4 py-1.5 text-left hover:bg-hover"
                aria-expanded={shown}
                onClick={() => toggle(group.valore)}
              >
                <ChevronRight className={clsx('icon flex-none text-ink-3 transition-transform', shown && 'rotate-90')} aria-hidden />
                <span className="min-w-0 truncate font-semibold">{groupInWords(def, grouping, group.valore)}</span>
                <Count value={formatNumber(group.quanti, 0)} />
                <span className="num ml-auto flex flex-wrap justify-end gap-x-4 text-label text-ink-2">
                  {group.somme.map((sum) => (
                    <span key={`${sum.campo} ${sum.unita}`}>{sumInWords(def, sum)}</span>
                  ))}
                </span>
              </button>
              {shown ? <GroupPage {...props} group={group} /> : null}
            </li>
          );
        })}
      </ul>
      {groups.data.totale > groups.data.data.length ? (
        <p className="border-t border-line px-4 py-2 text-label text-ink-3">
          I {groups.data.data.length} gruppi più numerosi di {formatNumber(groups.data.totale, 0)}
        </p>
      ) : null}
    </div>
  );
}

/** The rows of one group, by pages. */
function GroupPage({
  def,
  grouping,
  query,
  columns,
  storageKey,
  arrangement,
  rowTone,
  card,
  onOpen,
  onLeave,
  group,
}: GroupedRowsProps & { group: Group }) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState(query.ordina);
  const filters = { ...query.filtri, ...filterOfGroup(grouping, group.valore) };
  const list = useQuery(listOptions(def, { ...query, pagina: page, ordina: sort, filtri: filters }));
  const name = groupInWords(def, grouping, group.valore);
  return (
    <div className="border-t border-line-faint">
      <DataGrid<Row>
        compact
        label={`${def.labels.many}, ${name}`}
        storageKey={storageKey}
        arrangement={arrangement}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.totale}
        page={page}
        pageSize={query.righe}
        sort={sort}
        onPage={setPage}
        onSort={(column) => {
          setSort(nextSort(sort, column, query.ordina));
          setPage(1);
        }}
        rowKey={(row) => String(row[def.key.field])}
        rowLabel={(row) => nameOf(def, row)}
        {...(onOpen ? { onOpen } : { rowHref: (row: Row) => detailHref(def, String(row[def.key.field])) })}
        onLeave={onLeave}
        {...(rowTone ? { rowTone } : {})}
        {...(card ? { card } : {})}
        refreshing={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title="Nessuna riga" className="!min-h-[120px]" />}
      />
    </div>
  );
}
