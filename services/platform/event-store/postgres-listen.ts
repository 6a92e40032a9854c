import pg from 'pg';
import { createBell, pause } from './expected.ts';

const RETRY = 250;

export interface Listener {
  /** Ends when something may have been appended since the last wait, at the latest after `ms`. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** One LISTEN; ends, without an error, when the connection does. */
async function listenUntilTheEnd(options: pg.ClientConfig, ring: () => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client(options);
  const ended = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
    client.on('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  client.on('notification', ring);
  try {
    await Promise.race([client.connect().then(() => client.query('listen eventi')), ended]);
    // whatever was appended before this moment was not announced to us
    ring();
    await ended;
  } catch {
    // reading says what is wrong; announcements are only for speed
  } finally {
    client.end().catch(() => {});
  }
}

/** Hears of appends on a connection of its own, and finds another when it breaks. */
export function listen(options: pg.ClientConfig): Listener {
  const { ring, wait: waitFor } = createBell();
  const closed = new AbortController();
  void (async () => {
    while (!closed.signal.aborted) {
      await listenUntilTheEnd(options, ring, closed.signal);
      // what breaks this connection has probably broken the reader's too: let it see
      ring();
      await pause(RETRY, closed.signal);
    }
  })();
  return { wait: waitFor, close: () => closed.abort() };
}
