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
