import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { arrivedAt } from '#web/lib/arrival.ts';
import { SnackbarProvider } from '../ui/feedback/snackbar.tsx';
import { ConfirmProvider } from '../ui/overlays/confirm.tsx';
import { TopBarSlotContext } from '../ui/page/top-bar-slot.ts';
import { TopBar } from './TopBar.tsx';
import { useFinder } from './use-finder.tsx';
import { useAtomValue } from 'jotai';
import { loadLater } from '#web/lib/load-later.ts';
import { passwordAdviceAtom } from '#web/lib/password-advice.ts';
import { riaccessoAtom } from '#web/lib/session.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

const signInAgain = loadLater(() => import('./SignInAgain.tsx'));
const passwordAdvice = loadLater(() => import('./PasswordAdvice.tsx'));

function PasswordAsked() {
  return useAtomValue(passwordAdviceAtom) === null ? null : <Advice />;
}

function Advice() {
  return useLoaded(passwordAdvice)?.({}) ?? null;
}

/** Shows the sign-in dialog when the session has ended. The page's content is hidden until the same person has signed in. */
function SignInAsked() {
  const sessionEnded = useAtomValue(riaccessoAtom) !== null;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-sessione-chiusa', sessionEnded);
    return () => document.documentElement.removeAttribute('data-sessione-chiusa');
  }, [sessionEnded]);
  return sessionEnded ? <Question /> : null;
}

function Question() {
  return useLoaded(signInAgain)?.({}) ?? null;
}

/** Frame of every screen of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [claims, setClaims] = useState(0);
  const [path] = useLocation();
  const claim = useCallback(() => {
    setClaims((n) => n + 1);
    return () => setClaims((n) => n - 1);
  }, []);
  const { find, shown } = useFinder();
  const slot = useMemo(() => ({ element, claim }), [element, claim]);
  // a layout effect, so that it runs before the new screen's effects, which may restore a list's scroll position
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  useEffect(() => arrivedAt(location.pathname), [path]);
  return (
    <SnackbarProvider>
      <ConfirmProvider>
        <TopBarSlotContext.Provider value={slot}>
          <a href="#contenuto" className="btn btn-primary sr-only z-snackbar focus:not-sr-only focus:fixed focus:left-4 focus:top-2">
            Vai al contenuto
          </a>
          <TopBar slot={setElement} occupied={claims > 0} onFind={find} />
          <div id="contenuto" tabIndex={-1} className="outline-none">
            {children}
          </div>
          {shown}
          <PasswordAsked />
          <SignInAsked />
        </TopBarSlotContext.Provider>
      </ConfirmProvider>
    </SnackbarProvider>
  );
}
