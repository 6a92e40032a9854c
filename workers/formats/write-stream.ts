import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits until there is room for more; a signal aborted meanwhile ends the wait with its reason. */
export async function scrivi(flusso: Writable, testo: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (flusso.write(testo)) return;
  await once(flusso, 'drain', { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
