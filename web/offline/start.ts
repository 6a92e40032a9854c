import { network } from '#web/lib/api-client.ts';

const HOUR = 3_600_000;

/**
 * Keeps the app on the device, so that it opens without the network. On plain http (localhost aside)
 * browsers have no such thing: the portal then works as ever, with the network only.
 */
export function keepOnDevice(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
      (registration) => {
        // a page that is never reloaded learns of a new release too
        setInterval(() => {
          registration.update().catch(() => {});
        }, HOUR);
      },
      () => {},
    );
  };
  // not while the first screen is loading
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** What the browser knows of the connection comes before any call tells; whether the portal answers is asked. */
export function watchConnection(): void {
  if (!navigator.onLine) network.lost();
  addEventListener('offline', () => network.lost());
  addEventListener('online', () => void network.check());
}
