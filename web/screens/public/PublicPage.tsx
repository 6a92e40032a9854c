import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { ChevronRight, Lock, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { messageOf, fileUrl } from '#web/lib/api-client.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { useLentSession } from '#web/lib/use-lent-session.ts';
import { accessoQr } from '#web/modules/qrcode/qr-address.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { buttonClass } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { ActionLinks } from './ActionLinks.tsx';
import { MacchinaDetails } from './MacchinaDetails.tsx';
import { MacchinaName } from './MacchinaName.tsx';
import { publicOptions } from './public.api.ts';

/** Page that a stranger sees after reading a machine's code; a session in another tab turns it into the portal's page. */
export default function PublicPage() {
  const [client] = useState(createQueryClient);
  const matricola = lastSegment();
  useLentSession();
  useEffect(() => {
    document.title = `${matricola} · Strato`;
  }, [matricola]);
  const accesso: RegisterAccess = {
    href: accessoQr('macchinari', matricola),
    state: { tipo: 'macchinari', id: matricola, dallaPagina: true },
  };
  return (
    <QueryClientProvider client={client}>
      <header className="tel-bar !px-4">
        <Link href="/" className="flex items-center gap-2.5 text-touch font-semibold tracking-tight">
          <Logo size={28} />
          Strato
        </Link>
        <Link {...accesso} className={buttonClass({}, 'ml-auto !h-10 !text-read !tracking-normal')}>
          Accedi
        </Link>
      </header>
      <main className="mx-auto max-w-page px-4 pb-6 pt-4">
        <Macchina matricola={matricola} accesso={accesso} />
      </main>
    </QueryClientProvider>
  );
}

/** Link to the login with the page to return to. */
interface RegisterAccess {
  href: string;
  state: { tipo: 'macchinari'; id: string; dallaPagina: true };
}

function Macchina({ matricola, accesso }: { matricola: string; accesso: RegisterAccess }) {
  const { data, error, refetch } = useQuery(publicOptions(matricola));
  if (data === undefined) {
    return error ? (
      <div className="panel">
        <ErrorState title="Macchinario non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    ) : (
      <div aria-busy="true" className="grid gap-3">
        <Skeleton width={120} />
        <Skeleton width={220} className="!h-8" />
        <Skeleton className="!h-[200px]" />
      </div>
    );
  }
  if (data === null) {
    return (
      <div className="panel">
        <EmptyState
          icon={SearchX}
          title="Macchinario non trovato"
          text={`Nessun macchinario con la matricola «${matricola}»: il codice è di un altro portale, o il macchinario non c’è più.`}
        />
      </div>
    );
  }
  return (
    <>
      <p className="text-label font-semibold tracking-group text-ink-3">MACCHINARI</p>
      <MacchinaName as="h1" matricola={data.matricola} descrizione={data.descrizione}>
        <ActionLinks to={(action) => ({ href: accessoQr('macchinari', matricola, action), state: { ...accesso.state, action } })} />
      </MacchinaName>
      <MacchinaDetails matricola={data.matricola} valori={data} foto={data.foto ? fileUrl(data.foto) : null}>
        <Link {...accesso} className="panel flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-hover">
          <Lock className="icon-lg text-ink-3" aria-hidden />
          <span className="flex-1 text-read">
            Documenti, dati e manutenzione<span className="block text-label text-ink-3">Visibili dopo l'accesso</span>
          </span>
          <ChevronRight className="icon-lg text-ink-3" aria-hidden />
        </Link>
      </MacchinaDetails>
    </>
  );
}
