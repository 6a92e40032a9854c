import { lazy, StrictMode, Suspense, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { Redirect, Route, Switch, useLocation, useRoute } from 'wouter';
import { watchHistory } from '#web/lib/history-guard.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { listenTabs } from '#web/lib/session-channel.ts';
import { forgetHere, session, useSession } from '#web/lib/session.ts';
import { useLentSession } from '#web/lib/use-lent-session.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { accessoQr } from '#web/modules/qrcode/qr-address.ts';
import type LoginScreen from '#web/screens/login/Login.tsx';
import { destinationOf } from '#web/screens/login-qr/destination.ts';
import { OfflineBanner } from '#web/shell/OfflineBanner.tsx';
import { keepOnDevice, watchConnection } from './offline/start.ts';
import './theme/index.css';

// loaded on demand: a visitor needs only the login, and a signed-in person never needs it
const login = () => import('./screens/login/Login.tsx');
const portale = () => import('./router.tsx');
let Login: typeof LoginScreen | LazyExoticComponent<typeof LoginScreen> = lazy(loadLater(login));
let Portale: ComponentType = lazy(loadLater(portale));
const PublicPage = lazy(loadLater(() => import('./screens/public/PublicPage.tsx')));

function Input() {
  return useSession() ? <Redirect to="/home" replace /> : <Login />;
}

const ENTRANCES: ReadonlySet<string> = new Set(['/', '/login-qr']);
const WHAT = { macchinari: 'il macchinario', personale: 'la scheda' } as const;

/** Shows the login reached from a QR code; after signing in, returns to the page of the code. */
function QrInput() {
  const search = useQueryString();
  const [, navigate] = useLocation();
  // read only at the first render: signing in must not redirect before `onEntered` does
  const [towards] = useState(() => destinationOf(history.state, search));
  const [inside] = useState(() => session() !== null);
  const href = towards?.href ?? '/home';
  if (inside) return <Redirect to={href} replace />;
  const onEntered = () => {
    if (towards?.dallaPagina) history.back();
    else navigate(href, { replace: true });
  };
  return <Login onSignedIn={onEntered} per={towards ? `${WHAT[towards.tipo]} ${towards.id}` : undefined} />;
}

/**
 * Redirects a stranger from a worker's page to the login, which leads back to the page. A tab opened from a link first requests the session
 * of another tab.
 */
function WorkerEntrance() {
  const { who, asking } = useLentSession();
  const id = lastSegment();
  return who || asking ? null : <Redirect to={accessoQr('personale', id)} replace state={{ tipo: 'personale', id }} />;
}

/** Shows the portal to a signed-in person. A stranger sees a machine's public page, or is sent from a worker's page to the login. */
function Inside() {
  const signedIn = useSession() !== null;
  const [ofMachine] = useRoute('/home/macchinari/qrcode/:matricola');
  const [ofWorker] = useRoute('/home/personale/qrcode/:matricola');
  if (signedIn) return <Portale />;
  return ofMachine ? <PublicPage /> : ofWorker ? <WorkerEntrance /> : <Portale />;
}

watchHistory();
listenTabs(session, forgetHere);
watchConnection();
keepOnDevice();

/** Loads the first screen before the first render. A first render that suspends would hide the page for half a second. */
async function firstScreen(): Promise<void> {
  if (session() !== null) Portale = (await portale()).default;
  else if (ENTRANCES.has(location.pathname)) Login = (await login()).default;
}

function draw(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/">
            <Input />
          </Route>
          <Route path="/login-qr">
            <QrInput />
          </Route>
          <Route>
            <Inside />
          </Route>
        </Switch>
      </Suspense>
      <OfflineBanner />
    </StrictMode>,
  );
}

// if loading fails, the page is drawn all the same: the lazy components load again and show the error
firstScreen().then(draw, draw);
