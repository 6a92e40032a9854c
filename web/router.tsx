import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { aggiornaIdentita } from '#web/lib/login.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { apriSessione, useSessione } from '#web/lib/session.ts';
import { chiediAlleSchede } from '#web/lib/session-channel.ts';
import { SCHERMATE } from '#web/screens/index.ts';
import { Shell } from '#web/shell/Shell.tsx';
import { ErrorBoundary } from './ui/page/ErrorBoundary.tsx';
import { PageSkeleton } from './ui/feedback/Skeleton.tsx';
import { UnsavedProvider, useGuardedLocation } from './ui/overlays/unsaved.tsx';

/** For the marker `admin` alone; others go to /home. */
const SOLO_ADMIN = ['/admin-page'];

const Home = lazy(() => import('./screens/home/Home.tsx'));
const NotReady = lazy(() => import('./screens/not-ready/NotReady.tsx'));
const schermate = SCHERMATE.map(({ path, load }) => ({ path, Schermata: lazy(load) }));

/** Everything behind the login. */
export default function Portale() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <UnsavedProvider>
        <Router hook={useGuardedLocation}>
          <Guardia><Shell><Pagine /></Shell></Guardia>
        </Router>
      </UnsavedProvider>
    </QueryClientProvider>
  );
}

function Pagine() {
  const [path] = useLocation();
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          <Route path="/home"><Home /></Route>
          {schermate.map(({ path: pattern, Schermata }) => <Route key={pattern} path={pattern}><Schermata /></Route>)}
          <Route><NotReady /></Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** Without a session one is sent to /; a tab opened from a link first asks the other tabs for theirs. */
function Guardia({ children }: { children: ReactNode }) {
  const chi = useSessione();
  const [path] = useLocation();
  const [asking, setAsking] = useState(chi === null);
  useEffect(() => {
    if (!asking) return;
    void chiediAlleSchede().then((lent) => {
      if (lent) apriSessione(lent);
      setAsking(false);
    });
  }, [asking]);
  const signedIn = chi !== null;
  useEffect(() => {
    // permissions may have changed since the login; without an answer the stored ones stand
    if (signedIn) aggiornaIdentita().catch(() => {});
  }, [signedIn]);
  if (!chi) return asking ? null : <Redirect to="/" replace />;
  if (SOLO_ADMIN.some((only) => path.startsWith(only)) && chi.marcatore !== 'admin') return <Redirect to="/home" replace />;
  return children;
}
