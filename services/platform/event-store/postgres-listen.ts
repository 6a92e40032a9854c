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
 * Calls `heard` for each notification of the channel `eventi`. Resolves, without an error, when the connection ends or the signal aborts.
 */
async function listenUntilTheEnd(options: pg.ClientConfig, heard: (position?: string) => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client(options);
  const ended = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
    client.on('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // PostgreSQL often notifies an append of this process before it answers the append: the delay lets the answer come first
  client.on('notification', ({ payload }) => setImmediate(() => heard(payload)));
  try {
    await Promise.race([client.connect().then(() => client.query('listen eventi')), ended]);
    // appends before this moment sent no notification to this connection
    heard();
    await ended;
  } catch {
    // the readers' own queries report the error, since notifications only make them faster
  } finally {
    client.end().catch(() => {});
  }
}

/** Creates listeners to the log's notifications. All readers of a process share one connection, which is open while there are readers. */
export function announcements(options: pg.ClientConfig): { listen(): Listener } {
  const readers = new Set<(position?: string) => void>();
  const tell = (position?: string): void => {
    for (const heard of readers) heard(position);
  };
  let open = new AbortController();
  async function stayConnected({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await listenUntilTheEnd(options, tell, signal);
      // the fault that ended this connection has probably hit the readers' queries too, so readers check at once
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
  // true while notifications may have been missed
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
