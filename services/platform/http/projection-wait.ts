import type { Kysely } from 'kysely';
import { apriDatabase, ascolta, CANALE, type LettureDatabase } from '#projections/database.ts';
import { statoProiezioni } from '#projections/engine/projections.queries.ts';
import type { Attesa } from './read-model-wait.ts';

const ENTRO_MS = 2_000;
/** Only while somebody waits, for a notification that went lost. */
const CONTROLLO_MS = 250;

interface InAttesa {
  position: string;
  risolvi: (giunta: boolean) => void;
}

/**
 * Waiting for the read models, however many wait: one read of the checkpoints serves them all.
 * `leggi` answers the position that every active projection has passed; `null` when there is none.
 */
export function sala(leggi: () => Promise<string | null>): Attesa & { sveglia(): void } {
  const attese = new Set<InAttesa>();
  let giunte = '';
  let inLettura = false;
  let ancora = false;
  let timer: NodeJS.Timeout | undefined;

  const sveglia = (): void => {
    if (attese.size === 0) return;
    if (inLettura) {
      ancora = true;
      return;
    }
    inLettura = true;
    void controlla();
  };
  const controlla = async (): Promise<void> => {
    // the database away: the next look, or the end of the wait
    const posizione = await leggi().catch(() => null);
    inLettura = false;
    if (posizione !== null && posizione > giunte) giunte = posizione;
    for (const attesa of attese) if (attesa.position <= giunte) attesa.risolvi(true);
    if (ancora) {
      ancora = false;
      sveglia();
    }
  };
  const regolaTimer = (): void => {
    if (attese.size > 0) timer ??= setInterval(sveglia, CONTROLLO_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  return {
    sveglia,
    async finoA(position, entro = ENTRO_MS) {
      if (position <= giunte) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const attesa: InAttesa = { position, risolvi: resolve };
      attese.add(attesa);
      regolaTimer();
      const scadenza = setTimeout(() => resolve(false), entro);
      sveglia();
      try {
        return await promise;
      } finally {
        clearTimeout(scadenza);
        attese.delete(attesa);
        regolaTimer();
      }
    },
  };
}

/** Waits for the projections of a database, wherever their runner is. */
export async function attesaProiezioni({ url }: { url: string }): Promise<Attesa & { chiudi(): Promise<void> }> {
  const { db } = apriDatabase<LettureDatabase>({ url, max: 1 });
  const attesa = sala(() => passateDaTutte(db));
  const ascolto = ascolta({ url, canale: CANALE, quando: attesa.sveglia });
  return {
    finoA: attesa.finoA,
    async chiudi() {
      await ascolto.chiudi();
      await db.destroy();
    },
  };
}

/** Stopped projections, and those that catch up, are not waited for. */
async function passateDaTutte(db: Kysely<LettureDatabase>): Promise<string | null> {
  const attive = (await statoProiezioni(db)).filter((p) => p.stato === 'attiva').map((p) => p.posizione ?? '');
  return attive.length > 0 ? attive.reduce((a, b) => (a < b ? a : b)) : null;
}
