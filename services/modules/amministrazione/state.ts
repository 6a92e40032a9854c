import pTimeout from 'p-timeout';
import type { PortalState } from '#contracts/modules/amministrazione.ts';
import { rebuildTables } from '#contracts/jobs/rebuild-tables.ts';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import { shareWork } from '#services/platform/concurrency/share-work.ts';
import { logSize } from '#services/platform/postgres/log-size.ts';
import { isHttps } from '#services/platform/start/config.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { backupState } from '#services/platform/backups/state.ts';
import type { ArchiveWalk } from './archive-walk.ts';

/** Maximum number of events that are counted for the page. */
const COUNTED = 1_000_000;
const MAX_DELAY = 100_000;
/** Milliseconds to wait for the first count of a log on another server. Later counts continue from the first and are fast. */
const FIRST_COUNT_MS = 1_500;

/** Route that shows the state of the portal: log, projections, queues, archive and backups. */
export function stateRoute(deps: Dependencies, walk: ArchiveWalk): Route {
  const started = deps.clock.now();
  const count = shareWork(() => deps.store.countAfter(null, COUNTED));
  return {
    method: 'GET',
    path: '/api/amministrazione/stato',
    permission: 'session',
    description: 'Registro degli eventi, proiezioni con il ritardo, code, archivio, salvataggi e dati dimostrativi; solo per il gruppo 2.',
    async handle(_req, res) {
      const [registro, proiezioni, ricostruzione, code, salvataggio] = await Promise.all([
        eventLog(deps, count),
        projections(deps),
        rebuildUnderWay(deps),
        deps.jobs.counts(),
        backupState(deps, started),
      ]);
      const data: PortalState = {
        registro,
        proiezioni,
        ricostruzione,
        code,
        archivio: walk.state(),
        salvataggio,
        demo: deps.config.DEMO && deps.config.NODE_ENV !== 'production',
        produzione: deps.config.NODE_ENV === 'production',
        senzaTls: deps.config.NODE_ENV === 'production' && !isHttps(deps.config),
      };
      res.json({ data });
    },
  };
}

async function eventLog({ store, writeDb }: Dependencies, count: () => Promise<number>): Promise<PortalState['registro']> {
  const posizione = await store.head();
  if (store.name !== 'postgres')
    return {
      tipo: store.name,
      posizione,
      eventi: await pTimeout(count(), { milliseconds: FIRST_COUNT_MS, fallback: () => null }),
      contatiFino: COUNTED,
      byte: null,
    };
  return { tipo: store.name, posizione, contatiFino: Number.MAX_SAFE_INTEGER, ...(await logSize(writeDb)) };
}

async function projections({ readDb, store }: Dependencies): Promise<PortalState['proiezioni']> {
  const states = await projectionsState(readDb);
  // running projections have the same position, so events are counted once for each distinct position
  const positions = [...new Set(states.map(({ posizione }) => posizione))];
  const delays = new Map(
    await Promise.all(positions.map(async (position) => [position, await store.countAfter(position, MAX_DELAY)] as const)),
  );
  return states.map(({ aggiornata, ...state }) => ({
    ...state,
    ritardo: delays.get(state.posizione) ?? 0,
    aggiornata: aggiornata.toISOString(),
  }));
}

async function rebuildUnderWay({ jobs }: Dependencies): Promise<PortalState['ricostruzione']> {
  const { rows } = await jobs.all({ kind: rebuildTables.kind, limit: 1, offset: 0 });
  const [last] = rows;
  return last && (last.status === 'queued' || last.status === 'running') ? { id: last.id, progresso: last.progress } : null;
}
