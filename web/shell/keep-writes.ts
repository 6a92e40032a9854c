import { device, keepDevice, MARK } from '#web/lib/device.ts';
import { remembered } from '#web/lib/device-memory.ts';
import { session } from '#web/lib/session.ts';

/** What is written without the network waits on the device. Its code comes when it is needed; else after the first screen, where there is something to send or to keep. */
export function keepWrites(): void {
  keepDevice(() => import('./outbox.ts').then((outbox) => outbox.device));
  const timer = setInterval(() => {
    if (!session() || (!remembered(MARK) && !navigator.serviceWorker?.controller)) return;
    clearInterval(timer);
    void device();
  }, 4000);
}
