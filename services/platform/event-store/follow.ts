import type { StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { pausa } from './expected.ts';

/** How many events a reader is handed at most at once. */
export const LOTTO = 500;

export interface Lettura {
  after: string | null;
  signal: AbortSignal;
  /** To be called whenever the store shows it is there. */
  vivo(): void;
}

/** Batches after a position, then live ones. Ends on abort; StoreUnavailable when the store goes away. */
export type Sorgente = (lettura: Lettura) => AsyncIterable<readonly StoredEvent[]>;

const PRIMA_PAUSA = 100;
const PAUSA_MASSIMA = 5_000;

/**
 * Follows a log across its absences: after each it begins again behind the last batch delivered.
 * Gives up with StoreUnavailable after `pazienzaMs` without a sign of life.
 */
export async function* segui(
  sorgente: Sorgente,
  { after, signal, pazienzaMs }: { after: string | null; signal: AbortSignal; pazienzaMs: number },
): AsyncGenerator<readonly StoredEvent[]> {
  let posizione = after;
  let ultimoSegno = performance.now();
  let tentativi = 0;
  const vivo = () => {
    ultimoSegno = performance.now();
    tentativi = 0;
  };
  while (!signal.aborted) {
    try {
      for await (const lotto of sorgente({ after: posizione, signal, vivo })) {
        vivo();
        posizione = lotto.at(-1)?.position ?? posizione;
        yield lotto;
        // what the reader does with a batch is no absence of the store
        vivo();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof StoreUnavailable) || performance.now() - ultimoSegno > pazienzaMs) throw error;
      await pausa(Math.min(PRIMA_PAUSA * 2 ** tentativi++, PAUSA_MASSIMA), signal);
    }
  }
}
