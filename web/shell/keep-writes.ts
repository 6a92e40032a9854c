import { device, keepDevice, MARK, type Device } from '#web/lib/device.ts';
import { remembered } from '#web/lib/device-memory.ts';
import { session } from '#web/lib/session.ts';

/**
 * Enables writing without the network. Its code is loaded by `outbox` on first use, or after the first screen if calls wait
 * or the app is installed.
 */
export function keepWrites(outbox: () => Promise<{ device: Device }>): void {
  keepDevice(() => outbox().then((opened) => opened.device));
  const timer = setInterval(() => {
    if (!session() || (!remembered(MARK) && !navigator.serviceWorker?.controller)) return;
    clearInterval(timer);
    void device();
  }, 4000);
}
