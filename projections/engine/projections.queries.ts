import { sql, type Kysely } from 'kysely';
import type { ReadDatabase, ProjectionState } from '../database.ts';

export interface ProjectionRow {
  nome: string;
  stato: ProjectionState;
  /** The last event it has applied; `null` before the first. */
  posizione: string | null;
  /** Why it stopped. */
  errore: string | null;
  aggiornata: Date;
}

export async function projectionsState(db: Kysely<ReadDatabase>): Promise<ProjectionRow[]> {
  const { rows } = await sql<ProjectionRow>`select nome, stato, posizione, errore, aggiornata from proiezioni order by nome`.execute(db);
  return rows;
}

/** The position that every active one has passed; stopped projections, and those that catch up, are not waited for. `null` when none is active. */
export function passedByAll(checkpoints: readonly { posizione: string | null; stato: ProjectionState }[]): string | null {
  const active = checkpoints.filter(({ stato }) => stato === 'attiva').map(({ posizione }) => posizione ?? '');
  return active.length > 0 ? active.reduce((a, b) => (a < b ? a : b)) : null;
}
