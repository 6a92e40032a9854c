import { network } from '#web/lib/api-client.ts';

const HOUR = 3_600_000;

/**
 * Registers the service worker, which lets the app open without the network. Plain http (except localhost) has
 * no service workers, so the portal then needs the network.
 */
export function keepOnDevice(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
      (registration) => {
        // a page that is never reloaded must learn of a new release too
        setInterval(() => {
          registration.update().catch(() => {});
        }, HOUR);
      },
      () => {},
    );
  };
  // registers after the first screen has loaded
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** Follows the browser's connection events. Going offline counts at once; going online triggers a health check of the portal. */
export function watchConnection(): void {
  if (!navigator.onLine) network.lost();
  addEventListener('offline', () => network.lost());
  addEventListener('online', () => void network.check());
}
