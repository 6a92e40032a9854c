import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits until there is room for more; a signal aborted meanwhile ends the wait with its reason. */
export async function write(stream: Writable, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (stream.write(text)) return;
  await once(stream, 'drain', { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
