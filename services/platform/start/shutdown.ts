import pTimeout from 'p-timeout';
import type { Logger } from 'pino';

/** Stack of opened resources, closed in the opposite order. */
export interface Shutdown {
  /** Throws `Interrupted` (and closes this too) when closing has already begun. */
  add(name: string, closeStep: () => Promise<void> | void): void;
  readonly begun: boolean;
  /** Closes everything; one that fails or takes more than its share does not keep the others open. Once. */
  closeAll(): Promise<void>;
}

/** The portal was told to stop while it was starting. */
export class Interrupted extends Error {}

const MAX_MS = 8000;

export function createShutdown(log: Logger, maxMs = MAX_MS): Shutdown {
  const steps: { name: string; close: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;

  async function close(): Promise<void> {
    for (;;) {
      const step = steps.pop();
      if (!step) return;
      log.debug({ step: step.name }, 'closing');
      await runBounded(step.name, step.close);
    }
  }

  async function runBounded(name: string, closeStep: () => Promise<void> | void): Promise<void> {
    try {
      await pTimeout(Promise.resolve(closeStep()), { milliseconds: maxMs, message: `did not close within ${maxMs} ms` });
    } catch (error) {
      log.warn({ step: name, error: (error as Error).message }, 'not closed');
    }
  }

  return {
    add(name, closeStep) {
      steps.push({ name, close: closeStep });
      if (!running) return;
      running = running.then(close);
      throw new Interrupted(name);
    },
    get begun() {
      return running !== undefined;
    },
    closeAll: () => (running ??= close()),
  };
}
