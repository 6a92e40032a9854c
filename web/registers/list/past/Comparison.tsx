import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { CHANGE_KINDS, type ChangedField, type ChangedRecord, type ChangeKind } from '#contracts/core/comparison.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { COMPARISON_COLUMNS } from '#contracts/export/comparison.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Changes } from '#web/ui/feedback/Timeline.tsx';
import { Pager } from '#web/ui/grid/Pager.tsx';
import { pageCount } from '#web/ui/grid/pages.ts';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { historyHref } from '../../addresses.ts';
import { HistoryValue } from '../../history/HistoryValue.tsx';
import { useJob } from '../use-job.ts';
import { comparisonOptions } from './comparison.api.ts';
import type { ComparisonProps } from './dialog-props.ts';

type Tab = 'confronto-tutti' | `confronto-${ChangeKind}`;

const KIND: Record<ChangeKind, { label: string; word: string; tone: Tone }> = {
  aggiunto: { label: 'Aggiunti', word: 'aggiunto', tone: 'ok' },
  tolto: { label: 'Tolti', word: 'tolto', tone: 'danger' },
  cambiato: { label: 'Cambiati', word: 'cambiato', tone: 'accent' },
};

/** The records of a list that were added, removed or changed between two moments, with the fields that differ. */
export default function Comparison({ def, da, a, cerca, page, pageSize, search, onPage }: ComparisonProps) {
  const [tipo, setTipo] = useState<ChangeKind | undefined>();
  const start = useJob();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    comparisonOptions(def, { da, a, pagina: page, righe: pageSize, cerca, tipo }),
  );
  const total = data?.totale;

  // go to the last page if the address names a later one
  useEffect(() => {
    if (total !== undefined && total > 0 && !isPlaceholderData && page > pageCount(total, pageSize)) onPage(pageCount(total, pageSize));
  }, [total, isPlaceholderData, page, pageSize, onPage]);

  const sum = data && CHANGE_KINDS.reduce((all, kind) => all + data.conteggi[kind], 0);
  const tab: Tab = `confronto-${tipo ?? 'tutti'}`;
  const exportAll = () =>
    void start(
      '/api/esporta',
      {
        tabella: def.path,
        formato: 'xlsx',
        colonne: [...COMPARISON_COLUMNS.keys()],
        confronto: { da, a, ...(tipo ? { tipo } : {}) },
        ...(cerca.trim() ? { cerca: cerca.trim() } : {}),
      },
      'Excel',
    );
  return (
    <section className="panel overflow-hidden" aria-label={`Confronto, ${def.labels.many}`}>
      <div className="toolbar max-md:flex-wrap">
        <div className="w-72 min-w-0 flex-none max-md:flex-1">{search}</div>
        <span className="ml-auto flex-none">
          <ToolbarButton icon={FileSpreadsheet} onClick={exportAll} disabled={!total}>
            Excel
          </ToolbarButton>
        </span>
      </div>
      <Tabs<Tab>
        label="Che cosa è cambiato"
        className="px-4"
        value={tab}
        items={[
          { id: 'confronto-tutti', label: 'Tutti', count: sum },
          ...CHANGE_KINDS.map((kind) => ({ id: `confronto-${kind}` as const, label: KIND[kind].label, count: data?.conteggi[kind] })),
        ]}
        onChange={(next) => {
          setTipo(CHANGE_KINDS.find((kind) => next === `confronto-${kind}`));
          onPage(1);
        }}
      />
      <TabPanel id={tab}>
        {error && !data ? <ErrorState title="Confronto non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
        {!data && !error ? (
          <div className="grid gap-4 p-4" aria-busy="true">
            <Skeleton width="60%" />
            <Skeleton width="40%" />
            <Skeleton width="75%" />
          </div>
        ) : null}
        {data?.data.length === 0 ? (
          <EmptyState title="Nessuna differenza" text={cerca ? 'Con questa ricerca.' : 'Fra questi due momenti non è cambiato niente.'} />
        ) : null}
        <ul aria-busy={isPlaceholderData || undefined}>
          {data?.data.map((record) => (
            <li key={String(record.id)} className="border-b border-line-faint px-4 py-3 last:border-b-0">
              <Difference def={def} record={record} />
            </li>
          ))}
        </ul>
        {total === undefined || total === 0 ? null : (
          <div className="grid-foot max-md:h-auto max-md:min-h-12 max-md:flex-wrap max-md:py-1">
            <span className="num text-ink-2">
              {(page - 1) * pageSize + 1}–{Math.min(total, page * pageSize)} di {total}
            </span>
            <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
          </div>
        )}
      </TabPanel>
    </section>
  );
}

function Difference({ def, record: { id, nome, tipo, campi } }: { def: AnyRegister; record: ChangedRecord }) {
  const { word, tone } = KIND[tipo];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        <Link href={historyHref(def, id)} className="link num min-w-0 break-words font-semibold">
          {nome}
        </Link>
      </p>
      {campi.length > 0 ? (
        <div className="mt-2">
          <Changes
            items={campi.map((field) => ({
              id: field.campo,
              label: field.etichetta,
              before: <Value def={def} field={field} value={field.prima} />,
              after: (
                <>
                  <Value def={def} field={field} value={field.dopo} />
                  {field.utente && field.quando ? (
                    <span className="num ml-3 text-label font-normal text-ink-3 max-md:ml-0 max-md:block">
                      {field.utente}, {formatInstant(field.quando)}
                    </span>
                  ) : null}
                </>
              ),
            }))}
          />
        </div>
      ) : null}
    </>
  );
}

function Value({ def, field: { campo }, value }: { def: AnyRegister; field: ChangedField; value: ChangedField['prima'] }) {
  const field = def.fields[campo];
  return <HistoryValue tipo={field?.kind ?? 'chiave'} field={field} value={value} />;
}
