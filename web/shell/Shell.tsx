import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { network } from '#web/lib/api-client.ts';
import { arrivedAt } from '#web/lib/arrival.ts';
import { SnackbarProvider } from '../ui/feedback/snackbar.tsx';
import { ConfirmProvider } from '../ui/overlays/confirm.tsx';
import { TopBarSlotContext } from '../ui/page/top-bar-slot.ts';
import { SignInAgain } from './SignInAgain.tsx';
import { TopBar } from './TopBar.tsx';

/** What every screen of a signed-in person stands in. */
export function Shell({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [claims, setClaims] = useState(0);
  const [path] = useLocation();
  const claim = useCallback(() => {
    setClaims((n) => n + 1);
    return () => setClaims((n) => n - 1);
  }, []);
  const slot = useMemo(() => ({ element, claim }), [element, claim]);
  // before what the new screen does once it is drawn: a list one comes back to goes where it was left
  useLayoutEffect(() => { scrollTo(0, 0); }, [path]);
  useEffect(() => arrivedAt(location.pathname), [path]);
  return (
    <SnackbarProvider>
      <ConfirmProvider>
        <TopBarSlotContext.Provider value={slot}>
          <a href="#contenuto" className="btn btn-primary sr-only z-snackbar focus:not-sr-only focus:fixed focus:left-4 focus:top-2">Vai al contenuto</a>
          <TopBar slot={setElement} occupied={claims > 0} />
          <div id="contenuto" tabIndex={-1} className="outline-none">{children}</div>
          <OfflineBanner />
          <SignInAgain />
        </TopBarSlotContext.Provider>
      </ConfirmProvider>
    </SnackbarProvider>
  );
}

/** The network is gone: what waits for it, and the way to give up. Covers no control and moves nothing. */
function OfflineBanner() {
  const { online, waiting } = useSyncExternalStore(network.subscribe, network.state);
  if (online) return null;
  return (
    <div role="status" className="fixed bottom-4 left-1/2 z-snackbar flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 items-center gap-2 rounded-panel border border-warn-line bg-warn-soft px-4 py-2 text-body font-medium text-warn-ink shadow-float max-md:bottom-20">
      <WifiOff className="icon" aria-hidden />
      {waiting === 0 ? 'Senza rete' : `Senza rete: ${waiting === 1 ? '1 modifica' : `${waiting} modifiche`} in attesa`}
      {waiting > 0 ? <button type="button" className="ml-2 underline underline-offset-2" onClick={network.giveUp}>Non aspettare</button> : null}
    </div>
  );
}
