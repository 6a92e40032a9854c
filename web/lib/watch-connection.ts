import { network } from './api-client.ts';

/** What the browser knows of the connection comes before any call tells; whether the portal answers is asked. */
export function watchConnection(): void {
  if (!navigator.onLine) network.lost();
  addEventListener('offline', () => network.lost());
  addEventListener('online', () => void network.check());
}
