import type { Logger } from 'pino';

export interface Output {
  log: Logger;
  /** Stops everything in order. */
  stop(): Promise<void>;
  /** What must happen even when there is no time. */
  stopNow(): void;
}

const CTRL_C = 130;
const MAX_MS = 45_000;

/** SIGINT and SIGTERM stop the portal in order; a second one, or an order that takes too long, at once. */
export function listenSignals({ log, stop: stopAll, stopNow }: Output): void {
  let stopping = false;

  function stop(code: number): void {
    if (stopping) {
      stopNow();
      process.exit(CTRL_C);
    }
    stopping = true;
    setTimeout(() => {
      log.error('chiusura troppo lenta: uscita immediata');
      stopNow();
      process.exit(1);
    }, MAX_MS).unref();
    void stopAll().then(() => process.exit(code));
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'errore imprevisto: il portale si ferma');
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
