import type { Ask } from '#web/offline/shares.ts';

// the service worker's code is not imported; the type checks that the message is the same
const ASK: Ask = 'condiviso';
const PATIENCE = 3000;

/** Requests from the service worker the shared files that no page has taken yet. */
export async function askShared(): Promise<File[]> {
  const worker = (await navigator.serviceWorker?.ready.catch(() => undefined))?.active;
  if (!worker) return [];
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE, []);
    port1.addEventListener('message', ({ data }: MessageEvent<File[]>) => {
      clearTimeout(late);
      resolve(data);
    });
    port1.start();
    worker.postMessage(ASK, [port2]);
  });
}
