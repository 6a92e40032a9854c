import { statoProiezioni } from '#projections/engine/projections.queries.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { Dipendenze, Module } from '#services/platform/module.ts';
import { entro } from './within.ts';

/** Lag is counted up to here: beyond, a projection is simply far behind. */
const RITARDO_MASSIMO = 100_000;

interface SaluteProiezione {
  nome: string;
  stato: string;
  posizione: string | null;
  /** Events of the log it has not taken yet. */
  ritardo: number;
  errore?: string;
}

/** Is the portal usable? 200 when it is (a stopped projection shows on it), 503 with the reason when not. */
export function moduloSalute(dip: Dipendenze): Module {
  return {
    nome: 'salute',
    rotte: [{
      metodo: 'GET', path: '/api/salute', permesso: 'pubblica',
      descrizione: 'Stato del portale: registro degli eventi, proiezioni con il ritardo, code. 503 con il motivo quando non è utilizzabile.',
      async gestisci(_req, res, { identita }) {
        try {
          const amministra = identita?.groupID === GRUPPO_AMMINISTRATORI;
          const [posizione, proiezioni, code] = await entro([dip.store.head(), proiezioniConRitardo(dip, amministra), dip.jobs.conteggi()]);
          const ferme = proiezioni.filter((p) => p.stato === 'ferma').map((p) => p.nome);
          res.json({
            stato: ferme.length > 0 ? 'degradato' : 'ok',
            eventStore: { nome: dip.store.nome, posizione },
            proiezioni,
            code,
            ...(ferme.length > 0 ? { motivo: `Proiezioni ferme: ${ferme.join(', ')}` } : {}),
          });
        } catch (error) {
          dip.log.warn({ errore: error instanceof Error ? error.name : 'sconosciuto' }, 'salute: non utilizzabile');
          res.status(503).set('Retry-After', '5').json({ stato: 'non-disponibile', eventStore: { nome: dip.store.nome }, motivo: motivoDi(error) });
        }
      },
    }],
  };
}

async function proiezioniConRitardo({ letture, store }: Dipendenze, conErrore: boolean): Promise<SaluteProiezione[]> {
  const stati = await statoProiezioni(letture);
  // the running ones stand at the same place: one count serves them all
  const ritardi = new Map<string | null, Promise<number>>();
  for (const { posizione } of stati) {
    if (!ritardi.has(posizione)) ritardi.set(posizione, store.countAfter(posizione, RITARDO_MASSIMO));
  }
  return Promise.all(stati.map(async ({ nome, stato, posizione, errore }) => ({
    nome, stato, posizione, ritardo: await (ritardi.get(posizione) ?? 0),
    ...(errore ? { errore: conErrore ? errore : 'Si è fermata su un evento: il dettaglio è nei log e per gli amministratori.' } : {}),
  })));
}

function motivoDi(error: unknown): string {
  if (error instanceof Error && error.name === 'TempoScaduto') return 'Il portale non ha risposto in tempo: il database o il registro degli eventi non si raggiunge.';
  return 'Il database o il registro degli eventi non si raggiunge.';
}
