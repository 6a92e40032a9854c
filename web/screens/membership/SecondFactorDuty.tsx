import { useQueryClient } from '@tanstack/react-query';
import { signOut, updateIdentity } from '#web/lib/login.ts';
import { useSession } from '#web/lib/session.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { SnackbarProvider } from '#web/ui/feedback/snackbar.tsx';
import { ConfirmProvider } from '#web/ui/overlays/confirm.tsx';
import { useTitle } from '#web/ui/page/use-title.ts';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';

/** Only screen of a session that must have a second factor and has none. */
export default function SecondFactorDuty() {
  const who = useSession();
  const client = useQueryClient();
  useTitle('Attiva il secondo fattore');
  if (!who) return null;
  // whatever was refused until now is asked again
  const done = () => updateIdentity(true).then(() => client.invalidateQueries());
  return (
    <main className="grid min-h-screen grid-cols-[minmax(0,1fr)] place-items-center bg-canvas px-4 py-8 max-md:place-items-start">
      <div className="w-full max-w-[640px] md:mx-auto">
        <p className="mb-6 flex items-center gap-2.5 text-touch font-semibold tracking-tight">
          <Logo size={28} />
          Strato
        </p>
        <div className="panel grid gap-4 p-6 max-md:p-4">
          <h1 className="text-head font-semibold">Attiva il secondo fattore</h1>
          <p className="text-read text-ink-2">
            In questo portale per entrare serve anche un codice del telefono. Installa un’app di autenticazione, poi attivalo: richiede un
            minuto.
          </p>
          <SecondFactorSetUp onDone={() => void done()} />
          <Button variant="ghost" className="w-full" onClick={() => void signOut({ confirmed: true })}>
            ESCI
          </Button>
        </div>
        {/* the shell, which has both for every other screen, is not drawn here */}
        <SnackbarProvider>
          <ConfirmProvider>
            <Passkeys onChanged={() => void client.invalidateQueries()} />
          </ConfirmProvider>
        </SnackbarProvider>
      </div>
    </main>
  );
}
