import type { Logger } from 'pino';

export interface Output {
  log: Logger;
  /** Closes all resources in order. */
  stop(): Promise<void>;
  /** Does what must happen even without an orderly shutdown. */
  stopNow(): void;
}

const CTRL_C = 130;
const MAX_MS = 45_000;
/**
 * Milliseconds for which further signals are ignored, since npm and make forward copies of a signal. A later signal means that the user
 * does not want to wait.
 */
const COPIES_MS = 2000;

/**
 * Handles SIGINT and SIGTERM with an orderly shutdown. A second Ctrl+C after `COPIES_MS`, or a shutdown longer than `MAX_MS`, ends the
 * process at once.
 */
export function listenSignals({ log, stop: stopAll, stopNow }: Output): void {
  let since: number | null = null;

  function stop(code: number): void {
    if (since !== null) return;
    since = performance.now();
    setTimeout(() => {
      log.error('stopping takes too long: leaving at once');
      stopNow();
      process.exit(1);
    }, MAX_MS).unref();
    void stopAll().then(() => process.exit(code));
  }

  function force(): void {
    if (since === null || performance.now() - since < COPIES_MS) return;
    stopNow();
    process.exit(CTRL_C);
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (name === 'SIGINT') force();
      stop(0);
    });
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error: the portal stops');
    stop(1);
  });
  process.on('exit', stopNow);
  followParent(() => stop(0));
}

/**
 * Stops the portal when `make run`, whose process id is in STRATO_GENITORE, has ended. After a kill -9 of make the portal would otherwise
 * keep its port, and the next `make run` could not start.
 */
function followParent(stop: () => void): void {
  const parent = Number(process.env['STRATO_GENITORE']);
  if (!parent || process.ppid !== parent) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
