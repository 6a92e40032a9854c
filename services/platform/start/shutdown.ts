import pTimeout from 'p-timeout';
import type { Logger } from 'pino';

/** Stack of opened resources, which are closed in reverse order. */
export interface Shutdown {
  /** Adds a resource. Throws `Interrupted` if the shutdown has begun, and closes the resource at once. */
  add(name: string, closeStep: () => Promise<void> | void): void;
  readonly begun: boolean;
  /**
   * Closes all resources. One that fails or exceeds its time limit does not prevent closing the others. Further calls return the same
   * promise.
   */
  closeAll(): Promise<void>;
}

/** Error for a portal that was told to stop while it was starting. */
export class Interrupted extends Error {}

const MAX_MS = 8000;

/** Creates an empty stack of resources. `maxMs` limits the milliseconds for closing each resource. */
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
