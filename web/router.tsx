import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useAtomValue } from 'jotai';
import { catalogue } from '#web/catalogue.ts';
import { confirmationAtom } from '#web/lib/confirmation.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { useListPreferences } from '#web/lib/list-preferences.ts';
import { useNewsStream } from '#web/lib/live.ts';
import { session } from '#web/lib/session.ts';
import { useFreshIdentity } from '#web/lib/use-fresh-identity.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useLentSession } from '#web/lib/use-lent-session.ts';
import { CatalogueContext } from '#web/registers/catalogue-context.ts';
import type { Screen } from '#web/screens/screen-folder.ts';
import { PORTAL } from '#web/screens/index.ts';
import { mayOpen } from '#web/screens/reserved.ts';
import { NavigationContext } from '#web/shell/navigation.ts';
import { Shell } from '#web/shell/Shell.tsx';
import { ErrorBoundary } from './ui/page/ErrorBoundary.tsx';
import { PageSkeleton } from './ui/feedback/Skeleton.tsx';
import { UnsavedProvider, useGuardedLocation } from './ui/overlays/unsaved.tsx';
import { device, keepDevice, MARK, type Device } from '#web/lib/device.ts';
import { readMemory } from '#web/lib/device-memory.ts';

/**
 * Enables writing without the network. Its code is loaded by `outbox` on first use, or after the first screen if calls wait
 * or the app is installed.
 */
function keepWrites(outbox: () => Promise<{ device: Device }>): void {
  keepDevice(() => outbox().then((opened) => opened.device));
  const timer = setInterval(() => {
    if (!session() || (!readMemory(MARK) && !navigator.serviceWorker?.controller)) return;
    clearInterval(timer);
    void device();
  }, 4000);
}

/** A window of its own, with nothing of the portal around. */
const Documento = lazy(loadLater(() => import('./screens/documento/Documento.tsx')));
const SecondFactorDuty = lazy(loadLater(() => import('./screens/membership/SecondFactorDuty.tsx')));
const OwnPassword = lazy(loadLater(() => import('./screens/membership/OwnPassword.tsx')));
const UnknownAddress = lazy(loadLater(() => import('./screens/unknown/UnknownAddress.tsx')));
const screens = PORTAL.screens.map(({ path, load, ask }) => ({ path, ask, Content: lazy(loadLater(load)) }));

keepWrites(PORTAL.outbox);

let firstClient: { token: string | undefined; client: QueryClient } | null = null;

/** React may begin to draw the portal more than once before it stands: what was asked the first time is not asked again. */
function clientOfSession(): QueryClient {
  const token = session()?.token;
  if (!firstClient || firstClient.token !== token) firstClient = { token, client: createQueryClient() };
  return firstClient.client;
}

/** The portal of a signed-in person: data, navigation, shell and screens. */
export default function Portale() {
  const [client] = useState(clientOfSession);
  useNewsStream();
  useListPreferences();
  // what one person read is not kept for the next
  useEffect(
    () => () => {
      firstClient = null;
    },
    [],
  );
  return (
    <CatalogueContext.Provider value={catalogue}>
      <QueryClientProvider client={client}>
        <UnsavedProvider>
          <Router hook={useGuardedLocation}>
            <ConfirmationAsked />
            <Guard>
              <Switch>
                <Route path="/documento">
                  <Suspense fallback={null}>
                    <Documento />
                  </Suspense>
                </Route>
                <Route>
                  <NavigationContext.Provider value={PORTAL.navigation}>
                    <Shell>
                      <Pages />
                    </Shell>
                  </NavigationContext.Provider>
                </Route>
              </Switch>
            </Guard>
          </Router>
        </UnsavedProvider>
      </QueryClientProvider>
    </CatalogueContext.Provider>
  );
}

function Pages() {
  const [path] = useLocation();
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {screens.map((screen) => (
            <Route key={screen.path} path={screen.path}>
              <Beside {...screen} />
            </Route>
          ))}
          <Route>
            <UnknownAddress />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** Renders a screen and sends its first request (`ask`) while the screen's code is still loading. */
function Beside({ ask, Content }: Pick<Screen, 'ask'> & { Content: ComponentType }) {
  const client = useQueryClient();
  useState(() => ask?.(client));
  return <Content />;
}

const confirmIdentity = loadLater(() => import('./shell/ConfirmIdentity.tsx'));

/** Asks for password or code where a call needs them; over every screen, that of a duty too. */
function ConfirmationAsked() {
  return useAtomValue(confirmationAtom) === null ? null : <Confirmation />;
}

function Confirmation() {
  return useLoaded(confirmIdentity)?.({}) ?? null;
}

/** Redirects to / without a session. A tab opened from a link first requests the session of another tab. */
function Guard({ children }: { children: ReactNode }) {
  const { who, asking } = useLentSession();
  const [path] = useLocation();
  useFreshIdentity();
  if (!who) return asking ? null : <Redirect to="/" replace />;
  // a duty of the session comes before every screen
  if (who.dovere)
    return <Suspense fallback={null}>{who.dovere === 'PASSWORD_PROVVISORIA' ? <OwnPassword /> : <SecondFactorDuty />}</Suspense>;
  if (!mayOpen(PORTAL.reserved, path, who)) return <Redirect to="/home" replace />;
  return children;
}
