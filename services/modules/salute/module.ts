import pTimeout from 'p-timeout';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';

/** Lag is counted up to here: beyond, a projection is simply far behind. */
const MAX_DELAY = 100_000;
/** A health check never hangs. */
const LIMIT_MS = 3000;

interface SaluteProjection {
  nome: string;
  stato: string;
  posizione: string | null;
  /** Events of the log it has not taken yet. */
  ritardo: number;
  errore?: string;
}

/** Is the portal usable? 200 when it is (a stopped projection shows on it), 503 with the reason when not. */
export function saluteModule(deps: Dependencies, limitMs = LIMIT_MS): Module {
  return {
    name: 'salute',
    routes: [
      {
        method: 'GET',
        path: '/api/salute',
        permission: 'public',
        description:
          'Stato del portale: registro degli eventi, proiezioni con il ritardo, code. 503 con il motivo quando non è utilizzabile.',
        async handle(_req, res, { identity }) {
          try {
            const amministra = identity?.groupID === GRUPPO_AMMINISTRATORI;
            const [position, projections, code] = await pTimeout(
              Promise.all([deps.store.head(), projectionsWithDelay(deps, amministra), deps.jobs.counts()]),
              { milliseconds: limitMs },
            );
            const stopped = projections.filter((p) => p.stato === 'ferma').map((p) => p.nome);
            res.json({
              stato: stopped.length > 0 ? 'degradato' : 'ok',
              eventStore: { nome: deps.store.name, posizione: position },
              proiezioni: projections,
              code,
              ...(stopped.length > 0 ? { motivo: `Proiezioni ferme: ${stopped.join(', ')}` } : {}),
            });
          } catch (error) {
            deps.log.warn({ errore: error instanceof Error ? error.name : 'sconosciuto' }, 'salute: non utilizzabile');
            res
              .status(503)
              .set('Retry-After', '5')
              .json({ stato: 'non-disponibile', eventStore: { nome: deps.store.name }, motivo: reasonOf(error) });
          }
        },
      },
    ],
  };
}

async function projectionsWithDelay({ readDb, store }: Dependencies, withError: boolean): Promise<SaluteProjection[]> {
  const states = await projectionsState(readDb);
  // the running ones stand at the same place: one count serves them all
  const delays = new Map<string | null, Promise<number>>();
  for (const { posizione: position } of states) {
    if (!delays.has(position)) delays.set(position, store.countAfter(position, MAX_DELAY));
  }
  return Promise.all(
    states.map(async ({ nome: name, stato: state, posizione: position, errore: error }) => ({
      nome: name,
      stato: state,
      posizione: position,
      ritardo: await (delays.get(position) ?? 0),
      ...(error ? { errore: withError ? error : 'Si è fermata su un evento: il dettaglio è nei log e per gli amministratori.' } : {}),
    })),
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TempoScaduto')
    return 'Il portale non ha risposto in tempo: il database o il registro degli eventi non si raggiunge.';
  return 'Il database o il registro degli eventi non si raggiunge.';
}
