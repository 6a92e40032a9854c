import type { Logger } from 'pino';

/** What was opened, to be closed in the opposite order. */
export interface Shutdown {
  /** Throws `Interrotto` (and closes this too) when closing has already begun. */
  add(name: string, closeStep: () => Promise<void> | void): void;
  readonly begun: boolean;
  /** Closes everything; one that fails or takes more than its share does not keep the others open. Once. */
  closeAll(): Promise<void>;
}

/** The portal was told to stop while it was starting. */
export class Interrupted extends Error {}

const MAX_MS = 8000;

export function createShutdown(log: Logger, maxMs = MAX_MS): Shutdown {
  const steps: { nome: string; chiudi: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;

  async function close(): Promise<void> {
    for (;;) {
      const step = steps.pop();
      if (!step) return;
      log.debug({ cosa: step.nome }, 'chiusura');
      await bounded(step.nome, step.chiudi);
    }
  }

  async function bounded(name: string, closeStep: () => Promise<void> | void): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`non si è chiuso entro ${maxMs} ms`)), maxMs);
    });
    try {
      await Promise.race([closeStep(), late]);
    } catch (error) {
      log.warn({ cosa: name, errore: (error as Error).message }, 'chiusura non riuscita');
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    add(name, closeStep) {
      steps.push({ nome: name, chiudi: closeStep });
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
