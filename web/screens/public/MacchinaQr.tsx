import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { Redirect, useLocation } from 'wouter';
import { scope } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { messageOf, fileUrl } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { newHref } from '#web/registers/addresses.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { actionHref, chosenAction } from './actions.ts';
import { MacchinaActions, useMayRecord } from './MacchinaActions.tsx';
import { MacchinaDetails } from './MacchinaDetails.tsx';
import { WholeMacchina } from './WholeMacchina.tsx';
import { MacchinaName } from './MacchinaName.tsx';
import { wholeOptions, publicOptions } from './public.api.ts';

/** Shows the page of a machine's QR code to a signed-in person. Without the right to see the record, the public data are shown. */
export default function MacchinaQr() {
  const matricola = lastSegment();
  const [, navigate] = useLocation();
  const identity = useIdentity();
  const sees = scope(identity, macchinari.access, 'view') !== 'none';
  const adds = scope(identity, macchinari.access, 'insert') !== 'none' && identity.marcatore !== 'user';
  const wholeMachine = useQuery({ ...wholeOptions(matricola), enabled: sees });
  const action = chosenAction(useQueryString());
  const mayRecord = useMayRecord();
  const publicOnly = !sees || wholeMachine.data === null;
  const publicPage = useQuery({ ...publicOptions(matricola), enabled: publicOnly });
  const machine = publicOnly ? publicPage : wholeMachine;
  const onClose = () => back(() => navigate(lastList(macchinari.list.route)));
  const head = {
    title: macchinari.list.title,
    onClose,
    primary: adds ? { label: 'AGGIUNGI', icon: Plus, href: newHref(macchinari) } : undefined,
  };
  // the action was chosen before signing in
  if (action && mayRecord) return <Redirect to={actionHref(matricola, action)} replace />;
  if (wholeMachine.data) return <WholeMacchina key={matricola} row={wholeMachine.data} matricola={matricola} head={head} />;
  if (machine.data === undefined && !machine.error) return <PageSkeleton />;
  return (
    <Page>
      <PageHead {...head} />
      <PageBody className="!pt-0">
        {machine.error && machine.data === undefined ? (
          <div className="panel">
            <ErrorState title="Macchinario non caricato" text={messageOf(machine.error)} onRetry={() => void machine.refetch()} />
          </div>
        ) : publicPage.data ? (
          <div>
            <MacchinaName as="h2" matricola={publicPage.data.matricola} descrizione={publicPage.data.descrizione}>
              <MacchinaActions matricola={publicPage.data.matricola} />
            </MacchinaName>
            <MacchinaDetails
              matricola={publicPage.data.matricola}
              valori={publicPage.data}
              foto={publicPage.data.foto ? fileUrl(publicPage.data.foto) : null}
            >
              <Note>Il tuo gruppo non vede i documenti e i dati di questo macchinario.</Note>
            </MacchinaDetails>
          </div>
        ) : (
          <div className="panel">
            <EmptyState
              icon={SearchX}
              title="Macchinario non trovato"
              text={`Nessun macchinario con la matricola «${matricola}»: forse è stato eliminato.`}
            />
          </div>
        )}
      </PageBody>
    </Page>
  );
}
