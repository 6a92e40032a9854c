import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import { CONTABILITA_MESSAGES } from '#contracts/modules/contabilita/processi.ts';
import { scope } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { processesOptions } from './contabilita.api.ts';
import { CsvPair } from './CsvPair.tsx';
import { ProcessesGrid } from './ProcessesGrid.tsx';
import { useProcessActions } from './use-process-actions.ts';

const TITLE = "CONTABILITA' LAVORATORI";

/** Shows the personnel costs by site, computed from two payroll files: upload, progress and results. */
export default function ContabilitaLavoratori() {
  const identity = useIdentity();
  const may = (action: 'view' | 'edit') => scope(identity, contabilitaChronicle.access, action) !== 'none';
  if (!may('view'))
    return (
      <Page>
        <PageHead title={TITLE} />
        <div className="panel">
          <ForbiddenState area="la contabilità lavoratori" />
        </div>
      </Page>
    );
  return <Accounting uploads={may('edit')} removes={scope(identity, contabilitaChronicle.access, 'edit') === 'all'} />;
}

function Accounting({ uploads, removes }: { uploads: boolean; removes: boolean }) {
  const snackbar = useSnackbar();
  const actions = useProcessActions({ uploads, removes });
  const { data, error, refetch, isFetching } = useQuery(processesOptions);
  const failing = error !== null;
  useEffect(() => {
    // shown once per failure, although the request is repeated
    if (failing) snackbar.error(CONTABILITA_MESSAGES.stato);
  }, [failing, snackbar]);
  const refresh = async () => {
    if ((await refetch()).isError) snackbar.error(CONTABILITA_MESSAGES.stato);
  };
  return (
    <Page>
      <PageHead
        title={TITLE}
        actions={[{ label: 'AGGIORNA STATO', icon: RefreshCw, disabled: isFetching, onClick: () => void refresh() }]}
      />
      <PageBody className="!pt-0">
        {uploads ? <CsvPair /> : null}
        <ProcessesGrid processes={data} actions={actions} error={data ? null : error} onRetry={() => void refresh()} />
      </PageBody>
    </Page>
  );
}
