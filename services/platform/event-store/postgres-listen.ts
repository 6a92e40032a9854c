import pg from 'pg';
import { createBell, pause } from './expected.ts';
import { positionFromText } from './postgres-rows.ts';

const RETRY = 250;

export interface Listener {
  /** Ends when something may have been appended since the last wait, at the latest after `ms`. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Whether an append behind this position was announced. */
  hears(position: string): boolean;
  /** Whether there may be something behind this position; asked again, only what was announced since counts. */
  news(position: string): boolean;
  /** An append of this process. */
  ring(): void;
  close(): void;
}

/** One LISTEN; ends, without an error, when the connection does. */
async function listenUntilTheEnd(options: pg.ClientConfig, heard: (position?: string) => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client(options);
  const ended = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
    client.on('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // an append of this process is told of here too, often before its own answer: that comes first
  client.on('notification', ({ payload }) => setImmediate(() => heard(payload)));
  try {
    await Promise.race([client.connect().then(() => client.query('listen eventi')), ended]);
    // whatever was appended before this moment was not announced to us
    heard();
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
  let announced = '';
  // whether something may have gone unheard
  let missed = true;
  const heard = (position?: string): void => {
    if (position === undefined || position === '') missed = true;
    else if (positionFromText(position) > announced) announced = positionFromText(position);
    ring();
  };
  void (async () => {
    while (!closed.signal.aborted) {
      await listenUntilTheEnd(options, heard, closed.signal);
      // what breaks this connection has probably broken the reader's too: let it see
      heard();
      await pause(RETRY, closed.signal);
    }
  })();
  return {
    wait: waitFor,
    hears: (position) => announced > position,
    news(position) {
      const is = missed || announced > position;
      missed = false;
      return is;
    },
    ring,
    close: () => closed.abort(),
  };
}
