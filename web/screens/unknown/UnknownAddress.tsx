import { Compass } from 'lucide-react';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';

/** Page for an unknown address. */
export default function UnknownAddress() {
  return (
    <Page>
      <PageHead title="Pagina non trovata" />
      <div className="panel">
        <EmptyState
          icon={Compass}
          title="Questo indirizzo non esiste"
          text="Il collegamento è sbagliato o la pagina ha cambiato posto."
          action={
            <ButtonLink href="/home" plain>
              Torna alla home
            </ButtonLink>
          }
          className="min-h-[360px]"
        />
      </div>
    </Page>
  );
}
