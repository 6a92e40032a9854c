import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, Printer, Tractor } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { scope } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { useIdentita } from '#web/lib/session.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { detailHref } from '#web/registers/addresses.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { saveBytes } from '#web/ui/grid/download.ts';
import { fileName } from '#web/ui/grid/export.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PrintableScheda } from './PrintableScheda.tsx';
import { schedaOptions } from './scheda.api.ts';
import { schedaDi, type Scheda } from './scheda.ts';
import { sheetOf, TITOLO } from './sheet.ts';

/** SCHEDA MANUTENZIONI ATTREZZATURE of the machine of `?matricola=`, on paper and as a spreadsheet. */
export default function TabellaXls() {
  const [, navigate] = useLocation();
  const matricola = new URLSearchParams(useQueryString()).get('matricola') ?? '';
  const vede = scope(useIdentita(), manutenzioni.access, 'view');
  const { data, error, refetch } = useQuery({ ...schedaOptions(matricola, vede !== 'none'), enabled: matricola !== '' });
  const scheda = useMemo(() => (data ? schedaDi(data) : null), [data]);
  const { scaricando, scarica } = useDownload();
  const onClose = () => navigate(matricola ? `${detailHref(macchinari, matricola)}?scheda=manutenzione` : macchinari.list.route);
  return (
    <Page className="print:px-0">
      <div className="print:hidden">
        <PageHead
          title={TITOLO}
          subtitle={scheda?.matricola}
          onClose={onClose}
          actions={scheda ? [{ label: 'Stampa', icon: Printer, onClick: () => window.print() }] : []}
          primary={scheda ? { label: 'Scarica come XLS', icon: FileSpreadsheet, loading: scaricando, onClick: () => void scarica(scheda) } : undefined}
        />
      </div>
      <PageBody className="!pt-0 print:!pb-0">
        {vede === 'all' || !scheda ? null : (
          <Note className="print:hidden">
            {vede === 'own' ? 'Nella scheda ci sono solo le manutenzioni registrate da te.' : 'Il tuo gruppo non vede le manutenzioni: la scheda ne è priva.'}
          </Note>
        )}
        {scheda ? <PrintableScheda scheda={scheda} /> : (
          <div className="panel">
            {matricola === '' || data === null ? <SenzaMacchina matricola={matricola} /> : !error ? <InArrivo />
              : error instanceof ApiError && error.status === 403 ? <ForbiddenState cosa="questo macchinario" />
                : <ErrorState title="Scheda non caricata" text={messaggioDi(error)} onRetry={() => void refetch()} />}
          </div>
        )}
      </PageBody>
    </Page>
  );
}

function SenzaMacchina({ matricola }: { matricola: string }) {
  return (
    <EmptyState
      icon={Tractor}
      title={matricola ? 'Macchinario non trovato' : 'Nessun macchinario scelto'}
      text={matricola ? `Nessun macchinario con la matricola «${matricola}»: forse è stato eliminato, o il tuo gruppo non lo vede.` : 'La scheda si apre dal macchinario, scheda MANUTENZIONE.'}
      action={<ButtonLink href={macchinari.list.route} plain>Vai ai macchinari</ButtonLink>}
    />
  );
}

function InArrivo() {
  return <div className="grid gap-4 p-4" aria-busy="true"><Skeleton width="40%" /><Skeleton width="60%" /><Skeleton width="50%" /></div>;
}

/** Scarica come XLS; the writer is large, and loaded when it is asked for. */
function useDownload(): { scaricando: boolean; scarica(scheda: Scheda): Promise<void> } {
  const snackbar = useSnackbar();
  const [scaricando, setScaricando] = useState(false);
  const scarica = async (scheda: Scheda): Promise<void> => {
    setScaricando(true);
    try {
      const { scriviFoglio } = await import('./workbook.ts');
      saveBytes(scriviFoglio(sheetOf(scheda)), fileName(`Scheda manutenzioni ${scheda.matricola}`, 'xlsx'), 'xlsx');
    } catch {
      snackbar.error('Esportazione non riuscita', { detail: 'Il foglio non è stato scritto: riprovare.' });
    } finally {
      setScaricando(false);
    }
  };
  return { scaricando, scarica };
}
