import pg from 'pg';
import { campanello, pausa } from './expected.ts';

const RIPROVA = 250;

export interface Ascolto {
  /** Ends when something may have been appended since the last wait, at the latest after `ms`. */
  attendi(ms: number, signal: AbortSignal): Promise<void>;
  chiudi(): void;
}

/** One LISTEN; ends, without an error, when the connection does. */
async function ascoltaFinoAllaFine(options: pg.ClientConfig, suona: () => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client(options);
  const ended = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
    client.on('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  client.on('notification', suona);
  try {
    await Promise.race([client.connect().then(() => client.query('listen eventi')), ended]);
    // whatever was appended before this moment was not announced to us
    suona();
    await ended;
  } catch {
    // reading says what is wrong; announcements are only for speed
  } finally {
    client.end().catch(() => {});
  }
}

/** Hears of appends on a connection of its own, and finds another when it breaks. */
export function ascolta(options: pg.ClientConfig): Ascolto {
  const { suona, attendi } = campanello();
  const chiuso = new AbortController();
  void (async () => {
    while (!chiuso.signal.aborted) {
      await ascoltaFinoAllaFine(options, suona, chiuso.signal);
      // what breaks this connection has probably broken the reader's too: let it see
      suona();
      await pausa(RIPROVA, chiuso.signal);
    }
  })();
  return { attendi, chiudi: () => chiuso.abort() };
}
