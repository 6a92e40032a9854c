import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes to the stream and waits until it has room for more. An aborted signal ends the wait with its reason. */
export async function write(stream: Writable, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (stream.write(text)) return;
  await once(stream, 'drain', { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
