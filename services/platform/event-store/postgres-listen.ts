import pg from 'pg';
import { createBell, pause } from './timeouts.ts';
import { positionFromText } from './postgres-rows.ts';

const RETRY = 250;

export interface Listener {
  /** Resolves when events may have been appended since the last wait, at the latest after `ms` milliseconds. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns whether a notification announced an event after this position. */
  hears(position: string): boolean;
  /**
   * Returns whether there may be events after this position that were not announced or not yet read. Missed notifications count for one
   * call only.
   */
  news(position: string): boolean;
  /** Wakes the reader after an append of this process. */
  ring(): void;
  close(): void;
}

/**
 * Calls `onNotification` for each notification of the channel `eventi`. Resolves, without an error, when the connection ends or the signal aborts.
 */
async function listenUntilTheEnd(
  options: pg.ClientConfig,
  onNotification: (position?: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client(options);
  const connectionEnd = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
    client.on('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // PostgreSQL often notifies an append of this process before it answers the append: the delay lets the answer come first
  client.on('notification', ({ payload }) => setImmediate(() => onNotification(payload)));
  try {
    await Promise.race([client.connect().then(() => client.query('listen eventi')), connectionEnd]);
    // appends before this moment sent no notification to this connection
    onNotification();
    await connectionEnd;
  } catch {
    // the readers' own queries report the error, since notifications only make them faster
  } finally {
    client.end().catch(() => {});
  }
}

/** Creates listeners to the log's notifications. All readers of a process share one connection, which is open while there are readers. */
export function announcements(options: pg.ClientConfig): { listen(): Listener } {
  const readers = new Set<(position?: string) => void>();
  const notify = (position?: string): void => {
    for (const announce of readers) announce(position);
  };
  let connection = new AbortController();
  async function stayConnected({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await listenUntilTheEnd(options, notify, signal);
      // the fault that ended this connection has probably hit the readers' queries too, so readers check at once
      notify();
      await pause(RETRY, signal);
    }
  }
  return {
    listen() {
      const { announce, ...listener } = oneReader();
      readers.add(announce);
      if (readers.size === 1) void stayConnected((connection = new AbortController()));
      return {
        ...listener,
        close() {
          readers.delete(announce);
          if (readers.size === 0) connection.abort();
        },
      };
    },
  };
}

function oneReader(): Omit<Listener, 'close'> & { announce(position?: string): void } {
  const { ring, wait } = createBell();
  let announced = '';
  // true while notifications may have been missed
  let mayHaveMissed = true;
  return {
    announce(position) {
      if (position === undefined || position === '') mayHaveMissed = true;
      else if (positionFromText(position) > announced) announced = positionFromText(position);
      ring();
    },
    wait,
    hears: (position) => announced > position,
    news(position) {
      const is = mayHaveMissed || announced > position;
      mayHaveMissed = false;
      return is;
    },
    ring,
  };
}
