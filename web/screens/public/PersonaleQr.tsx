import { queryOptions, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { may, scope } from '#contracts/core/permissions.ts';
import { personale } from '#contracts/registers/personale.ts';
import { api, ApiError, messageOf } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { useIdentity } from '#web/lib/session.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import type { RowOf } from '#web/registers/row.ts';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { FitnessLine } from './FitnessLine.tsx';
import { OutOfDate } from './OutOfDate.tsx';
import { PersonaleDownloads } from './PersonaleDownloads.tsx';
import { PublicFoto, QrFigure } from './parts.tsx';

const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
] as const;
const ROWS = [
  ['nome', 'Nome'],
  ['cognome', 'Cognome'],
  ['luogo', 'Luogo'],
  ['data_nascita', 'Data Nascita'],
  ['data_inizio', 'Data Assunzione'],
  ['descrizione', 'Mansione'],
  ['data_fine', 'Data Termine'],
] as const;

/** Query for a worker by QR code; `null` if there is none or the person may not see the worker. */
const workerOptions = (id: string) =>
  queryOptions({
    queryKey: ['qrcode', 'personale', id],
    queryFn: async ({ signal }): Promise<RowOf<typeof personale> | null> => {
      try {
        return (await api.get<{ data: RowOf<typeof personale>[] }>('/api/qrcode', { query: { id }, signal })).data[0] ?? null;
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
        throw error;
      }
    },
  });

/** Shows the page of a worker's QR code: personal data and documents to download. */
export default function PersonaleQr() {
  const id = lastSegment();
  const [, navigate] = useLocation();
  const [tab, choose] = useState<(typeof TABS)[number]['id']>('dettagli');
  const identity = useIdentity();
  const sees = scope(identity, personale.access, 'view') !== 'none';
  const { data: row, error, refetch } = useQuery({ ...workerOptions(id), enabled: sees });
  const onClose = () => back(() => navigate(lastList(personale.list.route)));
  // a machine may have the same matricola; only workers have a surname
  const worker = row?.cognome === undefined ? null : row;
  if (sees && row === undefined && !error) return <PageSkeleton />;
  if (!worker) {
    return (
      <Page>
        <PageHead title={personale.list.title} onClose={onClose} />
        <PageBody className="!pt-0">
          <div className="panel">
            {!sees || (error instanceof ApiError && error.status === 403) ? (
              <ForbiddenState area="questo lavoratore" />
            ) : error && row === undefined ? (
              <ErrorState title="Lavoratore non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
            ) : (
              <EmptyState
                icon={SearchX}
                title="Lavoratore non trovato"
                text={`Nessun lavoratore con la matricola «${id}»: forse è stato eliminato.`}
              />
            )}
          </div>
        </PageBody>
      </Page>
    );
  }
  const title = [worker.matricola, worker.cognome, worker.nome].filter(Boolean).join('_');
  return (
    <Page>
      <PageHead title={title} onClose={onClose}>
        <Tabs label="Schede del lavoratore" items={TABS} value={tab} onChange={choose} />
      </PageHead>
      <PageBody>
        <FitnessLine
          request={{ lavoratore: worker.matricola }}
          subjectName={[worker.cognome, worker.nome, worker.matricola].filter(Boolean).join(' ')}
          mayRenew={may(identity, personale.access, 'edit', worker.utente)}
          version={worker.versione}
          praises
        />
        <OutOfDate row={worker} def={personale} mayRenew={may(identity, personale.access, 'edit', worker.utente)} />
        <TabPanel id={tab}>{tab === 'dettagli' ? <Details row={worker} /> : <PersonaleDownloads row={worker} />}</TabPanel>
      </PageBody>
    </Page>
  );
}

function Details({ row }: { row: RowOf<typeof personale> }) {
  const { matricola } = row;
  const foto = useFoto(row.foto, archiveOf(row).foto);
  return (
    <div className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-4">
      <PublicFoto matricola={matricola} src={foto.src} />
      <section className="panel px-4 py-1 md:row-span-2" aria-label="Dettagli">
        <dl className="dl">
          {ROWS.flatMap(([field, label]) => [
            <dt key={label}>{label}</dt>,
            <dd key={field}>{row[field] || <span className="text-ink-3">–</span>}</dd>,
          ])}
        </dl>
      </section>
      <QrFigure kind="personale" matricola={matricola} />
    </div>
  );
}
