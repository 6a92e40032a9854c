import { setTimeout as pause } from 'node:timers/promises';
import pTimeout, { TimeoutError } from 'p-timeout';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { backupState } from '#services/platform/backups/state.ts';
import { shared } from '#services/platform/concurrency/shared.ts';
import { diskRoom } from '#services/platform/files/disk-room.ts';
import { ofMain } from '#services/platform/replica/replica.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';

/** Lag is counted up to here: beyond, a projection is simply far behind. */
const MAX_DELAY = 100_000;
/** A health check never hangs. */
const LIMIT_MS = 3000;
/** What a disk that answers takes at most to say its room. */
const SOON_MS = 500;

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
  const started = deps.clock.now();
  // however many ask, and however soon they give up, one look is under way at a time
  const look = shared(() => Promise.all([deps.store.head(), projectionsWithDelay(deps), deps.jobs.counts(), backups(deps, started)]));
  const noRoom = diskRoom(deps.config);
  return {
    name: 'salute',
    routes: [
      {
        method: 'GET',
        path: '/api/salute',
        permission: 'public',
        description:
          'Stato del portale: registro degli eventi, proiezioni con il ritardo, code, ultimo salvataggio. 503 con il motivo quando non è utilizzabile.',
        async handle(_req, res, { identity }) {
          const full = noRoom();
          try {
            const amministra = identity?.groupID === GRUPPO_AMMINISTRATORI;
            const [position, projections, code, salvataggio] = await pTimeout(look(), { milliseconds: limitMs });
            if (await pTimeout(full, { milliseconds: limitMs })) throw new DomainError('DISCO_PIENO');
            const lists = deps.replica();
            const stopped = projections.filter((p) => p.stato === 'ferma').map((p) => p.nome);
            const reasons = [
              ...(stopped.length > 0 ? [`Proiezioni ferme: ${stopped.join(', ')}`] : []),
              ...(salvataggio?.inRitardo ? [overdue(salvataggio)] : []),
            ];
            res.json({
              stato: reasons.length > 0 ? 'degradato' : 'ok',
              eventStore: { nome: deps.store.name, posizione: position },
              proiezioni: projections.map(({ errore, ...projection }) => ({
                ...projection,
                ...(errore ? { errore: amministra ? errore : HIDDEN_ERROR } : {}),
              })),
              code,
              ...(lists === null ? {} : { letture: lists === 'used' ? 'replica' : 'principale' }),
              ...(salvataggio ? { salvataggio } : {}),
              ...(reasons.length > 0 ? { motivo: reasons.join('. ') } : {}),
            });
          } catch (error) {
            deps.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'health: not usable');
            res
              .status(503)
              .set('Retry-After', '5')
              .json({ stato: 'non-disponibile', eventStore: { nome: deps.store.name }, motivo: await reasonOf(error, full) });
          }
        },
      },
    ],
  };
}

/** `null` where none is made by itself. */
async function backups(deps: Dependencies, started: Date): Promise<{ ultimo: string | null; inRitardo: boolean } | null> {
  if (deps.config.BACKUP_DIR === undefined) return null;
  const { ultimo, inRitardo } = await backupState(deps, started);
  return { ultimo: ultimo?.momento ?? null, inRitardo };
}

const overdue = ({ ultimo }: { ultimo: string | null }): string =>
  `Salvataggio in ritardo: ${ultimo === null ? 'finora nessuno è riuscito' : `l’ultimo riuscito è del ${romeDayAndTime(ultimo)}`}`;

const HIDDEN_ERROR = 'Si è fermata su un evento: il dettaglio è nei log e per gli amministratori.';

async function projectionsWithDelay({ readDb, store }: Dependencies): Promise<SaluteProjection[]> {
  const states = await ofMain(() => projectionsState(readDb));
  // the running ones stand at the same place: one count serves them all
  const delays = new Map<string | null, Promise<number>>();
  for (const { posizione } of states) {
    if (!delays.has(posizione)) delays.set(posizione, store.countAfter(posizione, MAX_DELAY));
  }
  return Promise.all(
    states.map(async ({ nome, stato, posizione, errore }) => ({
      nome,
      stato,
      posizione,
      ritardo: await (delays.get(posizione) ?? 0),
      ...(errore ? { errore } : {}),
    })),
  );
}

/** A database whose disk is full is away without a word of why. */
async function reasonOf(error: unknown, full: Promise<boolean>): Promise<string> {
  if (await Promise.race([full, pause(SOON_MS, false)])) return new DomainError('DISCO_PIENO').message;
  if (error instanceof TimeoutError) return 'Il portale non ha risposto in tempo: il database o il registro degli eventi non si raggiunge.';
  return 'Il database o il registro degli eventi non si raggiunge.';
}
