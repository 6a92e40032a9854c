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
import { accessoQr } from '#web/registers/qr-address.ts';
import type LoginScreen from '#web/screens/login/Login.tsx';
import { destinationOf } from '#web/screens/login-qr/destination.ts';
import { OfflineBanner } from '#web/shell/OfflineBanner.tsx';
import { keepOnDevice, watchConnection } from './offline/start.ts';
import './theme/index.css';

// the login is all a visitor loads, and nobody who is signed in
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

/** The login of a QR code: back to the page whose code was read. */
function QrInput() {
  const search = useQueryString();
  const [, navigate] = useLocation();
  // read once: signing in must not move the page before the login does
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

/** A worker's page is never shown to a stranger: first the login, which leads back. A tab opened from a link asks the other tabs for their session. */
function WorkerEntrance() {
  const { who, asking } = useLentSession();
  const id = lastSegment();
  return who || asking ? null : <Redirect to={accessoQr('personale', id)} replace state={{ tipo: 'personale', id }} />;
}

/** Shows the portal to a signed-in person, and the public page of a machine to a stranger. Moving between a code's page and others restarts nothing. */
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

/** Loads the first screen before the first drawing: drawn with a gap, the page would wait half a second to fill it. */
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

// what could not be had is asked for again, and told, when it is drawn
firstScreen().then(draw, draw);
