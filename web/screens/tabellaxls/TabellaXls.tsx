import { useQuery, queryOptions } from '@tanstack/react-query';
import { FileSpreadsheet, Printer, Tractor } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { scope } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { ApiError, messageOf, api } from '#web/lib/api-client.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { saveBytes } from '#web/ui/grid/download.ts';
import { fileName } from '#web/ui/grid/export.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TabPrintable } from './PrintableScheda.tsx';
import { tabOf, type MaintenanceSheet, type SchedaData } from './scheda.ts';
import { sheetOf, TITLE } from './sheet.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import type { RowOf } from '#web/registers/row.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { fetchAll, fetchOne } from '#web/registers/register.api.ts';

/** Query for all data of a machine's sheet; `null` if the machine does not exist. */
function optionsTab(matricola: string, withManutenzioni: boolean) {
  return queryOptions({
    queryKey: [...registerKeys.one(macchinari.path, matricola), 'scheda', withManutenzioni],
    queryFn: async ({ signal }): Promise<SchedaData | null> => {
      const macchina = await fetchOne(macchinari, matricola, signal);
      if (!macchina) return null;
      const [data, piano, records] = await Promise.all([
        fetchOne(datiMacchina, matricola, signal),
        api.get<{ data: RowOf<typeof manutMacchinari>[] }>(`/api/${manutMacchinari.path}`, { query: { matricola }, signal }),
        withManutenzioni ? fetchAll(manutenzioni, { pagina: 1, righe: 500, ordina: 'data', cerca: '', filtri: { matricola } }) : [],
      ]);
      return { macchina, dati: data, piano: piano.data, manutenzioni: records };
    },
    staleTime: 0,
  });
}

/** Shows SCHEDA MANUTENZIONI ATTREZZATURE of the machine in `?matricola=`, to be printed or downloaded as a spreadsheet. */
export default function XlsTable() {
  const [, navigate] = useLocation();
  const matricola = new URLSearchParams(useQueryString()).get('matricola') ?? '';
  const sees = scope(useIdentity(), manutenzioni.access, 'view');
  const { data, error, refetch } = useQuery({ ...optionsTab(matricola, sees !== 'none'), enabled: matricola !== '' });
  const sheet = useMemo(() => (data ? tabOf(data) : null), [data]);
  const { downloading, download } = useDownload();
  const onClose = () => navigate(matricola ? `${detailHref(macchinari, matricola)}?scheda=manutenzione` : macchinari.list.route);
  return (
    <Page className="print:px-0">
      <div className="print:hidden">
        <PageHead
          title={TITLE}
          subtitle={sheet?.matricola}
          onClose={onClose}
          actions={sheet ? [{ label: 'Stampa', icon: Printer, onClick: () => window.print() }] : []}
          primary={
            sheet
              ? { label: 'Scarica come XLS', icon: FileSpreadsheet, loading: downloading, onClick: () => void download(sheet) }
              : undefined
          }
        />
      </div>
      <PageBody className="!pt-0 print:!pb-0">
        {sees === 'all' || !sheet ? null : (
          <Note className="print:hidden">
            {sees === 'own'
              ? 'Nella scheda ci sono solo le manutenzioni registrate da te.'
              : 'Il tuo gruppo non vede le manutenzioni: la scheda ne è priva.'}
          </Note>
        )}
        {sheet ? (
          <TabPrintable scheda={sheet} />
        ) : (
          <div className="panel">
            {matricola === '' || data === null ? (
              <WithoutMacchina matricola={matricola} />
            ) : !error ? (
              <InFlight />
            ) : error instanceof ApiError && error.status === 403 ? (
              <ForbiddenState area="questo macchinario" />
            ) : (
              <ErrorState title="Scheda non caricata" text={messageOf(error)} onRetry={() => void refetch()} />
            )}
          </div>
        )}
      </PageBody>
    </Page>
  );
}

function WithoutMacchina({ matricola }: { matricola: string }) {
  return (
    <EmptyState
      icon={Tractor}
      title={matricola ? 'Macchinario non trovato' : 'Nessun macchinario scelto'}
      text={
        matricola
          ? `Nessun macchinario con la matricola «${matricola}»: forse è stato eliminato, o il tuo gruppo non lo vede.`
          : 'La scheda si apre dal macchinario, scheda MANUTENZIONE.'
      }
      action={
        <ButtonLink href={macchinari.list.route} plain>
          Vai ai macchinari
        </ButtonLink>
      }
    />
  );
}

function InFlight() {
  return (
    <div className="grid gap-4 p-4" aria-busy="true">
      <Skeleton width="40%" />
      <Skeleton width="60%" />
      <Skeleton width="50%" />
    </div>
  );
}

/** Returns the action Scarica come XLS; the large code that writes the file is loaded on first use. */
function useDownload(): { downloading: boolean; download(sheet: MaintenanceSheet): Promise<void> } {
  const snackbar = useSnackbar();
  const [downloading, setDownloading] = useState(false);
  const download = async (sheet: MaintenanceSheet): Promise<void> => {
    setDownloading(true);
    try {
      const { writeSheet } = await import('./workbook.ts');
      saveBytes(writeSheet(sheetOf(sheet)), fileName(`Scheda manutenzioni ${sheet.matricola}`, 'xlsx'), 'xlsx');
    } catch {
      snackbar.error('Esportazione non riuscita', { detail: 'Il foglio non è stato scritto: riprovare.' });
    } finally {
      setDownloading(false);
    }
  };
  return { downloading, download };
}
