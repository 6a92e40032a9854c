import { Compass, Construction } from 'lucide-react';
import { useLocation } from 'wouter';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { screenName } from './screen-names.ts';

/** Where a screen that is not built yet would be: says so, with its name. Other addresses do not exist. */
export default function NotReady() {
  const [path] = useLocation();
  const name = screenName(path);
  const home = <ButtonLink href="/home" plain>Torna alla home</ButtonLink>;
  return (
    <Page>
      <PageHead title={name ?? 'Pagina non trovata'} />
      <div className="panel">
        {name
          ? <EmptyState icon={Construction} title="Questa schermata non è ancora disponibile" text={`«${name}» è prevista, ma non è ancora stata costruita. Nessun dato è andato perso.`} action={home} className="min-h-[360px]" />
          : <EmptyState icon={Compass} title="Questo indirizzo non esiste" text="Il collegamento è sbagliato o la pagina ha cambiato posto." action={home} className="min-h-[360px]" />}
      </div>
    </Page>
  );
}
