import pTimeout from 'p-timeout';
import { Gauge, Registry } from 'prom-client';
import { backupState } from '#services/platform/backups/state.ts';
import { shareWork } from '#services/platform/concurrency/share-work.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { projectionsWithAge, type LateProjection } from './lag.ts';

type Deps = Pick<Dependencies, 'readDb' | 'store' | 'clock' | 'jobs' | 'config' | 'replica'>;

/**
 * Creates a function that collects the metrics of the whole portal at each call, in any process. Metrics of a part that does not answer
 * within `limitMs` milliseconds are left out, never old. Parallel calls share one request to each part.
 */
export function portalStateMetrics(deps: Deps, started: Date, limitMs: number): () => Promise<Registry> {
  const heads = shareWork(() => deps.store.head());
  const lags = shareWork(() => projectionsWithAge(deps, AbortSignal.timeout(limitMs)));
  const counts = shareWork(() => deps.jobs.counts());
  const saved = shareWork(() => backupState(deps, started));
  const within = async <T>(work: Promise<T>): Promise<T | undefined> => pTimeout(work, { milliseconds: limitMs }).catch(() => undefined);
  return async () => {
    const [head, projections, jobs, backups] = await Promise.all([within(heads()), within(lags()), within(counts()), within(saved())]);
    return registryOf({ head, projections, jobs, backups, replica: deps.replica(), now: deps.clock.now() });
  };
}

interface HealthReadings {
  head: string | null | undefined;
  projections: LateProjection[] | undefined;
  jobs: Awaited<ReturnType<Deps['jobs']['counts']>> | undefined;
  backups: Awaited<ReturnType<typeof backupState>> | undefined;
  replica: ReturnType<Deps['replica']>;
  now: Date;
}

function registryOf({ head, projections, jobs, backups, replica, now }: HealthReadings): Registry {
  const registry = new Registry();
  const gauge = gauges(registry);
  const up = gauge('strato_up', 'Whether a part that the portal stands on answered: 1 or 0', ['part']);
  // the jobs are always in PostgreSQL, also with an EventStoreDB log, so their count shows that the database answers
  up.set({ part: 'database' }, jobs ? 1 : 0);
  up.set({ part: 'event_log' }, head === undefined ? 0 : 1);
  if (head !== undefined) position(gauge, head);
  if (replica !== null) gauge('strato_replica_used', '1 where this process reads lists from the replica').set(replica === 'used' ? 1 : 0);
  if (projections) lag(gauge, projections);
  if (jobs) {
    const states = gauge('strato_jobs', 'Jobs by state; those that ended until their results expire', ['state']);
    for (const [state, count] of Object.entries(jobs)) states.set({ state }, count);
  }
  if (backups) backup(gauge, backups, now);
  return registry;
}

type MakeGauge = ReturnType<typeof gauges>;
const gauges =
  (registry: Registry) =>
  <L extends string = never>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers: [registry] });

/** Sets the position of the log if it is a number, as in PostgreSQL but not in EventStoreDB. */
function position(gauge: MakeGauge, head: string | null): void {
  const at = head === null ? 0 : Number(head);
  if (Number.isSafeInteger(at)) gauge('strato_event_log_position', 'Position of the last event of the log').set(at);
}

function lag(gauge: MakeGauge, projections: readonly LateProjection[]): void {
  const events = gauge('strato_projection_lag_events', 'Events that a projection has not taken yet', ['projection']);
  const seconds = gauge('strato_projection_lag_seconds', 'Age of the oldest event that a projection has not taken', ['projection']);
  const stopped = gauge('strato_projection_stopped', '1 for a projection that met an event it cannot apply', ['projection']);
  for (const { nome: projection, ritardo, seconds: age, stato } of projections) {
    events.set({ projection }, ritardo);
    seconds.set({ projection }, age);
    stopped.set({ projection }, stato === 'ferma' ? 1 : 0);
  }
}

function backup(gauge: MakeGauge, { attivo, inRitardo, notte, ultimo, prova }: Awaited<ReturnType<typeof backupState>>, now: Date): void {
  const age = (moment: string): number => Math.max(0, now.getTime() - Date.parse(moment)) / 1000;
  if (ultimo) {
    gauge('strato_backup_age_seconds', 'Age of the last good backup, made by itself or by hand').set(age(ultimo.momento));
    gauge('strato_backup_size_bytes', 'Size of the file of the last good backup, the documents beside it left out').set(ultimo.byte);
  }
  if (notte !== null) gauge('strato_backup_nightly_age_seconds', 'Age of the last good backup of a night').set(age(notte));
  if (attivo) gauge('strato_backup_overdue', '1 where no backup of a night has succeeded for 26 hours').set(inRitardo ? 1 : 0);
  if (!prova) return;
  gauge('strato_restore_test_passed', '1 where the last restore that was tried came back equal').set(prova.riuscita ? 1 : 0);
  gauge('strato_restore_test_age_seconds', 'How long ago a restore was tried').set(age(prova.quando));
}
