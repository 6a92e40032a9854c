import { lazy, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { watchHistory } from '#web/lib/history-guard.ts';
import { ascoltaSchede } from '#web/lib/session-channel.ts';
import { dimenticaQui, sessione, useSessione } from '#web/lib/session.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import Login from '#web/screens/login/Login.tsx';
import { destinationOf } from '#web/screens/login-qr/destination.ts';
import './theme/index.css';

// the login is all a visitor loads; the rest comes when there is someone to show it to
const Portale = lazy(() => import('./router.tsx'));
const PublicPage = lazy(() => import('./screens/public/PublicPage.tsx'));

function Ingresso() {
  return useSessione() ? <Redirect to="/home" replace /> : <Login />;
}

const CHE_COSA = { macchinari: 'il macchinario', personale: 'la scheda' } as const;

/** The login of a QR code: back to the page whose code was read. */
function IngressoQr() {
  const search = useQueryString();
  const [, navigate] = useLocation();
  // read once: signing in must not move the page before the login does
  const [verso] = useState(() => destinationOf(history.state, search));
  const [inside] = useState(() => sessione() !== null);
  const href = verso?.href ?? '/home';
  if (inside) return <Redirect to={href} replace />;
  const onEntrato = () => { if (verso?.dallaPagina) history.back(); else navigate(href, { replace: true }); };
  return <Login onEntrato={onEntrato} per={verso ? `${CHE_COSA[verso.tipo]} ${verso.id}` : undefined} />;
}

/** A machine whose code was read: a stranger sees its public page, the others the portal's. */
const PaginaQr = () => (useSessione() ? <Portale /> : <PublicPage />);

watchHistory();
ascoltaSchede(sessione, dimenticaQui);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Suspense fallback={null}>
      <Switch>
        <Route path="/"><Ingresso /></Route>
        <Route path="/login-qr"><IngressoQr /></Route>
        <Route path="/home/macchinari/qrcode/:matricola"><PaginaQr /></Route>
        <Route><Portale /></Route>
      </Switch>
    </Suspense>
  </StrictMode>,
);
