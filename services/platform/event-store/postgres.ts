import type pg from 'pg';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { finoAllAbort } from './expected.ts';
import { controllaEventi } from './checks.ts';
import { appendPostgres } from './postgres-append.ts';
import { ascolta } from './postgres-listen.ts';
import { domanda, type Domanda } from './postgres-queries.ts';
import { COLONNE, evento, posizioneDaTesto, testoDaPosizione, type RigaEvento } from './postgres-rows.ts';
import { LOTTO, segui, type Sorgente } from './follow.ts';

export interface OpzioniPostgres {
  /** An answer that takes longer is StoreUnavailable. */
  scadenzaMs?: number;
  /** A reader looks again at the latest after this time, announced or not. */
  controlloMs?: number;
  /** How long a reader waits for a store that is away before it gives up. */
  pazienzaMs?: number;
}

const DOPO = `select ${COLONNE} from public.eventi e where e.position > $1 order by e.position limit $2`;

function sorgente(chiedi: Domanda, options: pg.ClientConfig, controlloMs: number): Sorgente {
  return async function* ({ after, signal, vivo }) {
    const ascolto = ascolta(options);
    let posizione = testoDaPosizione(after);
    try {
      while (!signal.aborted) {
        const righe = await finoAllAbort(signal, chiedi<RigaEvento>({ text: DOPO, values: [posizione, LOTTO] }));
        if (!righe) return;
        vivo();
        posizione = righe.at(-1)?.position ?? posizione;
        if (righe.length) yield righe.map(evento);
        if (righe.length < LOTTO) await ascolto.attendi(controlloMs, signal);
      }
    } finally {
      ascolto.chiudi();
    }
  };
}

/** The log in PostgreSQL (migration 0001-eventi). The pool stays the caller's: `close` does not end it. */
export function storePostgres(pool: pg.Pool, opzioni: OpzioniPostgres = {}): EventStore {
  const { scadenzaMs = 10_000, controlloMs = 2_000, pazienzaMs = 60_000 } = opzioni;
  const chiedi = domanda(pool, scadenzaMs);
  const append = appendPostgres(chiedi);
  const chiuso = new AbortController();
  return {
    nome: 'postgres',
    async append(stream, events, expected) {
      controllaEventi(stream, events);
      return append({ stream, events, expected });
    },
    async read(stream) {
      const text = `select ${COLONNE} from public.eventi e where e.stream = $1 order by e.version`;
      const righe = await chiedi<RigaEvento>({ text, values: [stream] });
      return righe.map(evento);
    },
    readAll(after, signal) {
      return segui(sorgente(chiedi, pool.options, controlloMs), { after, signal: AbortSignal.any([signal, chiuso.signal]), pazienzaMs });
    },
    async head() {
      const [riga] = await chiedi<{ position: string }>({ text: 'select e.position::text as position from public.eventi e order by e.position desc limit 1' });
      return riga ? posizioneDaTesto(riga.position) : null;
    },
    async countAfter(after, limit) {
      const text = 'select count(*)::int as quanti from (select from public.eventi e where e.position > $1 limit $2) as dopo';
      const [riga] = await chiedi<{ quanti: number }>({ text, values: [testoDaPosizione(after), limit] });
      return riga?.quanti ?? 0;
    },
    async close() {
      chiuso.abort();
    },
  };
}
