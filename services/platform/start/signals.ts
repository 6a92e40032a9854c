import type { Logger } from 'pino';

export interface Output {
  log: Logger;
  /** Stops everything in order. */
  stop(): Promise<void>;
  /** Does what must happen even without time for an orderly stop. */
  stopNow(): void;
}

const CTRL_C = 130;
const MAX_MS = 45_000;
/** A signal to the whole process group arrives several times: npm and make pass it on. Only one after this long is somebody who does not want to wait. */
const COPIES_MS = 2000;

/** SIGINT and SIGTERM stop the portal in order; a second Ctrl+C after a while, or an order that takes too long, at once. */
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
 * `make run` names itself in STRATO_GENITORE: killed with kill -9, it would leave the portal behind
 * on its port, and the next `make run` could not start.
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
