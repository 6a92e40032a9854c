import { setTimeout as pause } from 'node:timers/promises';
import pTimeout, { TimeoutError } from 'p-timeout';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { backupState } from '#services/platform/backups/state.ts';
import { shareWork } from '#services/platform/concurrency/share-work.ts';
import { sealState } from '#services/platform/checkpoints/checkpoints.ts';
import { sealProblem } from '#services/platform/checkpoints/problem.ts';
import { diskRoom } from '#services/platform/files/disk-room.ts';
import { mismatchSentence, type LogState } from '#services/platform/own-log/own-log.ts';
import { processMetrics } from '#services/platform/metrics/process-metrics.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { projectionsWithDelay } from './lag.ts';
import type { Response } from 'express';
import { Registry } from 'prom-client';
import { isLocalRequest } from '#services/platform/http/local-request.ts';
import { portalStateMetrics } from './portal-state-metrics.ts';

/** Route of the metrics for Prometheus. Programs on the same machine need no session; other clients need a session of group 2. */
function metricsRoute(deps: Dependencies, started: Date, limitMs: number): Route {
  const look = portalStateMetrics(deps, started, limitMs);
  return {
    method: 'GET',
    path: '/metrics',
    permission: 'public',
    description: 'Misure del portale nel formato testuale di Prometheus: dalla macchina stessa, o con una sessione del gruppo 2.',
    async handle(req, res, { identity }) {
      if (!isLocalRequest(req)) {
        if (!identity) throw new DomainError('SESSIONE_ASSENTE');
        if (identity.groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      }
      await answer(res, [await look(), deps.metrics.registry, processMetrics()]);
    },
  };
}

async function answer(res: Response, registries: readonly Registry[]): Promise<void> {
  const parts = await Promise.all(registries.map((registry) => registry.metrics()));
  res.set('Cache-Control', 'no-store').set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).send(parts.join(''));
}

const UNREADABLE =
  'Dati personali del registro non si leggono, perché mancano le loro chiavi o SEGRETO non è quello con cui furono fatte. Da fare: rimettere il SEGRETO di prima, poi make rebuild.';

/** Milliseconds after which a health check answers 503 instead of waiting longer. */
const LIMIT_MS = 3000;
/** Milliseconds to wait for the check of the disk space while the reason of a 503 is determined. */
const SOON_MS = 500;

type Projections = Awaited<ReturnType<typeof projectionsWithDelay>>;

/** Returns a projection for the response; only administrators see the text of its error. */
const shownTo =
  (amministra: boolean) =>
  ({ errore, ...projection }: Projections[number]) => ({
    ...projection,
    ...(errore ? { errore: amministra ? errore : HIDDEN_ERROR } : {}),
  });

/**
 * Module of the portal's health and metrics. `GET api/salute` answers 200 while the portal is usable, even if a projection is stopped, and
 * otherwise 503 with the reason.
 */
export function saluteModule(deps: Dependencies, limitMs = LIMIT_MS): Module {
  const started = deps.clock.now();
  // parallel requests share one check, even after their timeout, so that checks do not pile up
  const look = shareWork(async () => {
    const log = await deps.ownLog.state();
    if (log.mismatch !== null) throw new NotOwnLog(log);
    return Promise.all([deps.store.head(), projectionsWithDelay(deps), deps.jobs.counts(), backups(deps, started), sealState(deps)]);
  });
  const noRoom = diskRoom(deps.config);
  // the first call starts the measurement of the event loop
  processMetrics();
  return {
    name: 'salute',
    routes: [
      {
        method: 'GET',
        path: '/api/salute',
        permission: 'public',
        description:
          'Stato del portale: registro degli eventi, proiezioni con il ritardo (in produzione solo con una sessione), code, ultimo salvataggio. 503 con il motivo quando non è utilizzabile.',
        async handle(_req, res, { identity }) {
          const full = noRoom();
          try {
            const amministra = identity?.groupID === GRUPPO_AMMINISTRATORI;
            const [position, projections, code, salvataggio, seals] = await pTimeout(look(), { milliseconds: limitMs });
            if (await pTimeout(full, { milliseconds: limitMs })) throw new DomainError('DISCO_PIENO');
            const lists = deps.replica();
            const stopped = projections.filter((p) => p.stato === 'ferma').map((p) => p.nome);
            const problem = sealProblem(seals);
            const reasons = [
              ...(stopped.length > 0 ? [`Proiezioni ferme: ${stopped.join(', ')}`] : []),
              ...(salvataggio?.inRitardo ? [overdue(salvataggio)] : []),
              ...(problem === null ? [] : [problem]),
              ...(deps.keys.unreadable.size > 0 ? [UNREADABLE] : []),
            ];
            res.json({
              stato: reasons.length > 0 ? 'degradato' : 'ok',
              eventStore: { nome: deps.store.name, posizione: position },
              ...(identity || deps.config.NODE_ENV !== 'production' ? { proiezioni: projections.map(shownTo(amministra)) } : {}),
              code,
              ...(lists === null ? {} : { letture: lists === 'used' ? 'replica' : 'principale' }),
              ...(salvataggio ? { salvataggio } : {}),
              ...(seals.last ? { sigilli: { ultimo: seals.last.quando.toISOString(), esteso: seals.tree === 'extended' } } : {}),
              ...(reasons.length > 0 ? { motivo: reasons.join('. ') } : {}),
            });
          } catch (error) {
            deps.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'health: not usable');
            res
              .status(503)
              .set('Retry-After', '5')
              .json({
                stato: 'non-disponibile',
                eventStore: { nome: deps.store.name, ...(error instanceof NotOwnLog ? { registro: error.log.mismatch } : {}) },
                motivo: await reasonOf(error, full),
              });
          }
        },
      },
      metricsRoute(deps, started, limitMs),
    ],
  };
}

/** Error for a log that is not the log of this portal. */
class NotOwnLog extends Error {
  readonly log: LogState;
  constructor(log: LogState) {
    super(`the log is not this portal's: ${log.mismatch}`);
    this.log = log;
  }
}

/** Returns the time of the last nightly backup and whether a backup is late; `null` if no nightly backups are configured. */
async function backups(deps: Dependencies, started: Date): Promise<{ ultimo: string | null; inRitardo: boolean } | null> {
  if (deps.config.BACKUP_DIR === undefined) return null;
  const { notte, inRitardo } = await backupState(deps, started);
  return { ultimo: notte, inRitardo };
}

const overdue = ({ ultimo }: { ultimo: string | null }): string =>
  `Salvataggio in ritardo: ${ultimo === null ? 'finora nessuno è riuscito' : `l’ultimo riuscito è del ${romeDayAndTime(ultimo)}`}`;

const HIDDEN_ERROR = 'Si è fermata su un evento: il dettaglio è nei log e per gli amministratori.';

/** Returns the reason of a 503 in Italian. A database whose disk is full fails without naming the disk, so the disk is checked first. */
async function reasonOf(error: unknown, full: Promise<boolean>): Promise<string> {
  if (await Promise.race([full, pause(SOON_MS, false)])) return new DomainError('DISCO_PIENO').message;
  if (error instanceof NotOwnLog) return mismatchSentence(error.log);
  if (error instanceof TimeoutError) return 'Il portale non ha risposto in tempo: il database o il registro degli eventi non si raggiunge.';
  return 'Il database o il registro degli eventi non si raggiunge.';
}
