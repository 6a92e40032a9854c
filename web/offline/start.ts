import { network } from '#web/lib/api-client.ts';
import { device, keepDevice, MARK } from '#web/lib/device.ts';
import { remembered } from '#web/lib/device-memory.ts';
import { session } from '#web/lib/session.ts';

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

/** What is written without the network waits on the device. Its code comes when it is needed; else once the page has had what it asked for, where there is something to send or to keep. */
export function keepWrites(): void {
  keepDevice(() => import('./outbox/index.ts').then((outbox) => outbox.device));
  let before = -1;
  let quiet = 0;
  const timer = setInterval(() => {
    const now = performance.getEntriesByType('resource').length;
    quiet = now === before && document.readyState === 'complete' ? quiet + 1 : 0;
    before = now;
    if (quiet < 3 || session() === null || (remembered(MARK) === null && !navigator.serviceWorker?.controller)) return;
    clearInterval(timer);
    void device();
  }, 1000);
}
