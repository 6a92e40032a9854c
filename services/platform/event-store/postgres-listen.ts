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

/** Listens to a log's notifications on one connection for all readers of a process; open while there are readers. */
export function announcements(options: pg.ClientConfig): { listen(): Listener } {
  const readers = new Set<(position?: string) => void>();
  const tell = (position?: string): void => {
    for (const heard of readers) heard(position);
  };
  let open = new AbortController();
  async function stayConnected({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await listenUntilTheEnd(options, tell, signal);
      // what breaks this connection has probably broken the readers' too: let them see
      tell();
      await pause(RETRY, signal);
    }
  }
  return {
    listen() {
      const { heard, ...listener } = oneReader();
      readers.add(heard);
      if (readers.size === 1) void stayConnected((open = new AbortController()));
      return {
        ...listener,
        close() {
          readers.delete(heard);
          if (readers.size === 0) open.abort();
        },
      };
    },
  };
}

function oneReader(): Omit<Listener, 'close'> & { heard(position?: string): void } {
  const { ring, wait } = createBell();
  let announced = '';
  // whether something may have gone unheard
  let missed = true;
  return {
    heard(position) {
      if (position === undefined || position === '') missed = true;
      else if (positionFromText(position) > announced) announced = positionFromText(position);
      ring();
    },
    wait,
    hears: (position) => announced > position,
    news(position) {
      const is = missed || announced > position;
      missed = false;
      return is;
    },
    ring,
  };
}
