import type { Logger } from 'pino';

/** What was opened, to be closed in the opposite order. */
export interface Chiusura {
  /** Throws `Interrotto` (and closes this too) when closing has already begun. */
  poi(nome: string, chiudi: () => Promise<void> | void): void;
  readonly iniziata: boolean;
  /** Closes everything; one that fails or takes more than its share does not keep the others open. Once. */
  tutto(): Promise<void>;
}

/** The portal was told to stop while it was starting. */
export class Interrotto extends Error {}

const MAX_MS = 8000;

export function creaChiusura(log: Logger, maxMs = MAX_MS): Chiusura {
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

  async function bounded(nome: string, chiudi: () => Promise<void> | void): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`non si è chiuso entro ${maxMs} ms`)), maxMs);
    });
    try {
      await Promise.race([chiudi(), late]);
    } catch (error) {
      log.warn({ cosa: nome, errore: (error as Error).message }, 'chiusura non riuscita');
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    poi(nome, chiudi) {
      steps.push({ nome, chiudi });
      if (!running) return;
      running = running.then(close);
      throw new Interrotto(nome);
    },
    get iniziata() {
      return running !== undefined;
    },
    tutto: () => (running ??= close()),
  };
}
