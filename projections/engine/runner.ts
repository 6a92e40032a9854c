import { setTimeout as pausa } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { PosizioneSuperata } from './batch.ts';
import { apriDatabase, SCHEMA_LETTURE, type LettureDatabase } from '../database.ts';
import { descrivi } from './failures.ts';
import { segui } from './follow.ts';
import { provaEsecutore } from './locks.ts';
import { conFirma, prepara, type Preparata } from './preparation.ts';
import type { Projection } from './projection.ts';

export interface Esecuzione {
  store: EventStore;
  url: string;
  projections: readonly Projection[];
  log: Logger;
}

const ATTESA_BLOCCO_MS = 300;
const PRIMA_ATTESA_MS = 200;
const ULTIMA_ATTESA_MS = 5_000;

/**
 * Keeps the read tables up to date until `ferma`. Resolves when the tables exist, or when that is
 * somebody else's business: another runner holds the database, or it cannot be reached for now.
 */
export async function avviaProiezioni(esecuzione: Esecuzione): Promise<{ ferma(): Promise<void> }> {
  const fine = new AbortController();
  const pronto = Promise.withResolvers<void>();
  const preparate = await conFirma(esecuzione.projections);
  const lavoro = cicla(esecuzione, preparate, fine.signal, pronto.resolve);
  await pronto.promise;
  return {
    async ferma() {
      fine.abort();
      await lavoro;
    },
  };
}

/** Runs, and after any failure runs again: never a reason to end the process. */
async function cicla({ store, url, log }: Esecuzione, preparate: readonly Preparata[], signal: AbortSignal, pronto: () => void): Promise<void> {
  const { db, pool } = apriDatabase<LettureDatabase>({ url, max: 4 });
  let attesa = PRIMA_ATTESA_MS;
  while (!signal.aborted) {
    try {
      await daSolo({ pool, log, signal, pronto }, async (mio) => {
        await prepara(db, SCHEMA_LETTURE, preparate);
        pronto();
        await segui({ store, db, preparate, log, signal: mio, controScambi: true, avanzato: () => { attesa = PRIMA_ATTESA_MS; } });
      });
    } catch (error) {
      pronto();
      if (signal.aborted) break;
      if (error instanceof PosizioneSuperata) continue;
      log.warn({ errore: descrivi(error), attesa }, 'projections interrupted, trying again');
      await pausa(attesa, undefined, { signal }).catch(() => {});
      attesa = Math.min(attesa * 2, ULTIMA_ATTESA_MS);
    }
  }
  await db.destroy();
}

interface Sessione {
  pool: ReturnType<typeof apriDatabase>['pool'];
  log: Logger;
  signal: AbortSignal;
  pronto: () => void;
}

/** Runs `lavoro` while a session holds the runner's lock; losing the session ends it. */
async function daSolo({ pool, log, signal, pronto }: Sessione, lavoro: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const sessione = await pool.connect();
  const persa = new AbortController();
  sessione.on('error', (error) => persa.abort(error));
  try {
    for (let giro = 0; !(await provaEsecutore(sessione)); giro += 1) {
      if (giro === 0) log.info('another runner keeps the read tables, waiting for it to end');
      pronto();
      await pausa(ATTESA_BLOCCO_MS, undefined, { signal });
    }
    await lavoro(AbortSignal.any([signal, persa.signal]));
    if (persa.signal.aborted) throw persa.signal.reason;
  } finally {
    // ending the session gives the lock back, whatever state it is in
    sessione.release(true);
  }
}
