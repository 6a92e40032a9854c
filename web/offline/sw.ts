import { createShares } from './shares.ts';
import { createShellCache, type Shell } from './shell-cache.ts';

/** The part of a service worker's global scope used here, which the page's types lack. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: 'install' | 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void): void;
}

/** Replaced by the build. */
declare const STRATO_SHELL: Shell;

const scope = globalThis as unknown as WorkerScope;
const shell = createShellCache({ shell: STRATO_SHELL, origin: location.origin, caches, fetch: (...args) => fetch(...args) });

// asset names contain their content's hash: a new worker can serve pages of an earlier build too
scope.addEventListener('install', (event) => event.waitUntil(shell.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(shell.tidy().then(() => scope.clients.claim())));
const shares = createShares(location.origin);
scope.addEventListener('message', (event) => shares.answer(event));
scope.addEventListener('fetch', (event) => {
  if (shares.takes(event.request)) return event.respondWith(shares.take(event.request));
  const source = shell.sourceFor(event.request);
  if (source) event.respondWith(shell.answer(source, event.request));
});
