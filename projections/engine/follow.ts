import { StoreUnavailable, type EventStore } from '#contracts/ports/event-store.ts';
import { applicaLotto, leggiSegni, type ContestoLotto, type Corsia } from './batch.ts';
import { dopoDi } from './preparation.ts';

export interface ContestoLettura extends ContestoLotto {
  store: EventStore;
  signal: AbortSignal;
  /** Called after every batch that went well. */
  avanzato?: () => void;
}

/**
 * Follows the log until the signal is aborted. Projections that have to catch up do so apart, and
 * join the others when they are as far. Throws what ended it, once both readers are done.
 */
export async function segui(contesto: ContestoLettura): Promise<void> {
  const altro = new AbortController();
  const signal = AbortSignal.any([contesto.signal, altro.signal]);
  const corsie = (['attiva', 'recupero'] as const).map((corsia) =>
    leggi({ ...contesto, signal }, corsia).catch((error: unknown) => {
      altro.abort();
      throw error;
    }),
  );
  const esiti = await Promise.allSettled(corsie);
  for (const esito of esiti) if (esito.status === 'rejected') throw esito.reason;
}

async function leggi(contesto: ContestoLettura, corsia: Corsia): Promise<void> {
  let dopo = await partenza(contesto, corsia);
  if (dopo === undefined) return;
  for await (const events of contesto.store.readAll(dopo, contesto.signal)) {
    const restano = await applicaLotto(contesto, { corsia, dopo, events });
    contesto.avanzato?.();
    dopo = events.at(-1)?.position ?? dopo;
    if (corsia === 'recupero' && !restano) return;
  }
  if (!contesto.signal.aborted) throw new StoreUnavailable('the log ended by itself');
}

/** The earliest checkpoint of a lane; `undefined` when nothing has to catch up. */
async function partenza({ db, preparate }: ContestoLettura, corsia: Corsia): Promise<string | null | undefined> {
  const segni = (await leggiSegni(db, preparate)).filter((s) => s.stato === corsia);
  if (segni.length === 0) return corsia === 'attiva' ? null : undefined;
  return segni.map((s) => s.posizione).sort((a, b) => (dopoDi(a) < dopoDi(b) ? -1 : 1))[0];
}
