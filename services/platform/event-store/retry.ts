import { StoreUnavailable } from '#contracts/ports/event-store.ts';

/** Pauses before the second and third attempt: enough for a connection that broke while idle. */
const PAUSE = [50, 250];

/**
 * Does it again when the store was away: only for what may be done twice (reads, and appends, whose
 * event ids make them one). `azione` is given the milliseconds that are left for it.
 */
export async function riprova<T>(scadenzaMs: number, azione: (restanoMs: number) => Promise<T>): Promise<T> {
  const inizio = performance.now();
  const restano = () => Math.round(scadenzaMs - (performance.now() - inizio));
  for (let tentativo = 0; ; tentativo++) {
    try {
      return await azione(Math.max(1, restano()));
    } catch (error) {
      const attesa = PAUSE[tentativo];
      if (!(error instanceof StoreUnavailable) || attesa === undefined || restano() <= attesa) throw error;
      await new Promise((resolve) => setTimeout(resolve, attesa));
    }
  }
}
