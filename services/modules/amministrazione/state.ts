import { sql } from 'kysely';
import type { PortalState } from '#contracts/modules/amministrazione.ts';
import { ricostruisciLetture } from '#contracts/jobs/ricostruisci-letture.ts';
import { projectionsState } from '#projections/engine/projections.queries.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import type { ArchiveWalk } from './archive-walk.ts';

/** Counting the log is not worth more than this. */
const COUNTED = 1_000_000;
const MAX_DELAY = 100_000;

export function stateRoute(deps: Dependencies, walk: ArchiveWalk): Route {
  return {
    method: 'GET', path: '/api/amministrazione/stato', permission: 'session',
    description: 'Registro degli eventi, proiezioni con il ritardo, code, archivio e dati dimostrativi; solo per il gruppo 2.',
    async handle(_req, res) {
      const [registro, proiezioni, ricostruzione, code] = await Promise.all([eventLog(deps), projections(deps), rebuildUnderWay(deps), deps.jobs.counts()]);
      const data: PortalState = {
        registro, proiezioni, ricostruzione, code,
        archivio: walk.state(),
        demo: deps.config.DEMO && deps.config.NODE_ENV !== 'production',
        produzione: deps.config.NODE_ENV === 'production',
      };
      res.json({ data });
    },
  };
}

async function eventLog({ store, writeDb }: Dependencies): Promise<PortalState['registro']> {
  const posizione = await store.head();
  if (store.name !== 'postgres') return { tipo: store.name, posizione, eventi: await store.countAfter(null, COUNTED), contatiFino: COUNTED, byte: null };
  // the embedded log numbers its events without a gap: its head is their number
  const { rows: [row] } = await sql<{ eventi: number; byte: number }>`select position::float8 as eventi, pg_total_relation_size('public.eventi')::float8 as byte from public.eventi_testa`.execute(writeDb);
  return { tipo: store.name, posizione, eventi: row?.eventi ?? 0, contatiFino: Number.MAX_SAFE_INTEGER, byte: row?.byte ?? null };
}

async function projections({ readDb, store }: Dependencies): Promise<PortalState['proiezioni']> {
  const states = await projectionsState(readDb);
  // the running ones stand at the same place: one count serves them all
  const positions = [...new Set(states.map(({ posizione }) => posizione))];
  const delays = new Map(await Promise.all(positions.map(async (position) => [position, await store.countAfter(position, MAX_DELAY)] as const)));
  return states.map(({ aggiornata, ...state }) => ({ ...state, ritardo: delays.get(state.posizione) ?? 0, aggiornata: aggiornata.toISOString() }));
}

async function rebuildUnderWay({ jobs }: Dependencies): Promise<PortalState['ricostruzione']> {
  const { rows } = await jobs.all({ kind: ricostruisciLetture.kind, limit: 1, offset: 0 });
  const [last] = rows;
  return last && (last.status === 'queued' || last.status === 'running') ? { id: last.id, progresso: last.progress } : null;
}
