import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useLocation } from 'wouter';
import { guasti } from '#contracts/registers/guasti.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { qrPath } from '#web/modules/qrcode/qr-address.ts';
import { refresh } from '#web/registers/register.api.ts';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { ReportForm } from './ReportForm.tsx';
import { checklistOptions } from './report.api.ts';

/** Shows CONTROLLO E GUASTO: the report of a check or fault, filled in beside the machine. */
export default function Report() {
  const matricola = lastSegment();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(checklistOptions(matricola));
  const leave = () => back(() => navigate(qrPath('macchinari', matricola)));
  const done = () => {
    // the machine's page and the lists must show the report
    for (const def of [guasti, macchinari]) void refresh(client, def);
    for (const key of ['qrcode', 'idoneo', 'scadenze']) void client.invalidateQueries({ queryKey: [key] });
    leave();
  };
  if (data === undefined && !error) return <PageSkeleton />;
  return (
    <Page>
      <PageHead
        title="CONTROLLO E GUASTO"
        subtitle={data ? [data.matricola, data.name].filter(Boolean).join(', ') : matricola}
        onClose={leave}
      />
      <PageBody>
        {data ? (
          <ReportForm key={data.matricola} list={data} onDone={done} />
        ) : (
          <div className="panel">
            {error ? (
              <ErrorState title="Macchinario non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
            ) : (
              <EmptyState
                icon={SearchX}
                title="Macchinario non trovato"
                text={`Nessun macchinario con la matricola «${matricola}» che il tuo gruppo veda.`}
              />
            )}
          </div>
        )}
      </PageBody>
    </Page>
  );
}
