import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { useLocation } from 'wouter';
import { scope } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { messaggioDi, urlFile } from '#web/lib/api-client.ts';
import { indietro } from '#web/lib/back.ts';
import { ultimoSegmento } from '#web/lib/segment.ts';
import { useIdentita } from '#web/lib/session.ts';
import { newHref } from '#web/registers/addresses.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { MacchinaDetails } from './MacchinaDetails.tsx';
import { WholeMacchina } from './WholeMacchina.tsx';
import { MacchinaName } from './MacchinaName.tsx';
import { interaOptions, pubblicaOptions } from './public.api.ts';

/** MACCHINARI: the page of a scanned code for who is signed in. Without the right to see the record, what anyone sees. */
export default function MacchinaQr() {
  const matricola = ultimoSegmento();
  const [, navigate] = useLocation();
  const identita = useIdentita();
  const vede = scope(identita, macchinari.access, 'view') !== 'none';
  const aggiunge = scope(identita, macchinari.access, 'insert') !== 'none' && identita.marcatore !== 'user';
  const intera = useQuery({ ...interaOptions(matricola), enabled: vede });
  const soloPubblica = !vede || intera.data === null;
  const pubblica = useQuery({ ...pubblicaOptions(matricola), enabled: soloPubblica });
  const quale = soloPubblica ? pubblica : intera;
  const onClose = () => indietro(() => navigate(lastList(macchinari.list.route)));
  const head = {
    title: macchinari.list.title, onClose,
    primary: aggiunge ? { label: 'AGGIUNGI', icon: Plus, href: newHref(macchinari) } : undefined,
  };
  if (intera.data) return <WholeMacchina key={matricola} row={intera.data} matricola={matricola} head={head} />;
  if (quale.data === undefined && !quale.error) return <PageSkeleton />;
  return (
    <Page>
      <PageHead {...head} />
      <PageBody className="!pt-0">
        {quale.error && quale.data === undefined ? (
          <div className="panel"><ErrorState title="Macchinario non caricato" text={messaggioDi(quale.error)} onRetry={() => void quale.refetch()} /></div>
        ) : pubblica.data ? (
          <div>
            <MacchinaName as="h2" matricola={pubblica.data.matricola} descrizione={pubblica.data.descrizione} />
            <MacchinaDetails matricola={pubblica.data.matricola} valori={pubblica.data} foto={pubblica.data.foto ? urlFile(pubblica.data.foto) : null}>
              <Note>Il tuo gruppo non vede i documenti e i dati di questo macchinario.</Note>
            </MacchinaDetails>
          </div>
        ) : (
          <div className="panel"><EmptyState icon={SearchX} title="Macchinario non trovato" text={`Nessun macchinario con la matricola «${matricola}»: forse è stato eliminato.`} /></div>
        )}
      </PageBody>
    </Page>
  );
}
