import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Redirect, Route, Switch } from 'wouter';
import { watchHistory } from '#web/lib/history-guard.ts';
import { ascoltaSchede } from '#web/lib/session-channel.ts';
import { dimenticaQui, sessione, useSessione } from '#web/lib/session.ts';
import Login from '#web/screens/login/Login.tsx';
import './theme/index.css';

// the login is all a visitor loads; the rest comes when there is someone to show it to
const Portale = lazy(() => import('./router.tsx'));

function Ingresso() {
  return useSessione() ? <Redirect to="/home" replace /> : <Login />;
}

watchHistory();
ascoltaSchede(sessione, dimenticaQui);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Suspense fallback={null}>
      <Switch>
        <Route path="/"><Ingresso /></Route>
        <Route><Portale /></Route>
      </Switch>
    </Suspense>
  </StrictMode>,
);
