import type { Kysely } from 'kysely';
import type { ReadDatabase, ProjectionState } from '../database.ts';

export interface ProjectionRow {
  nome: string;
  stato: ProjectionState;
  /** Position of the last applied event; `null` before the first. */
  posizione: string | null;
  /** Error that stopped the projection; `null` if it has none. */
  errore: string | null;
  aggiornata: Date;
}

export async function projectionsState(db: Kysely<ReadDatabase>): Promise<ProjectionRow[]> {
  return db.selectFrom('proiezioni').select(['nome', 'stato', 'posizione', 'errore', 'aggiornata']).orderBy('nome').execute();
}

/**
 * Returns the position that every active projection has passed; stopped ones and those catching up are ignored. `null` when none is active.
 */
export function passedByAll(checkpoints: readonly { posizione: string | null; stato: ProjectionState }[]): string | null {
  const active = checkpoints.filter(({ stato }) => stato === 'attiva').map(({ posizione }) => posizione ?? '');
  return active.length > 0 ? active.reduce((a, b) => (a < b ? a : b)) : null;
}

/** The newest entry of the history, with the event's position in the log and version in its stream. */
export interface NewestEntry {
  posizione: string;
  flusso: string;
  versione: number;
  comando: string;
  quando: Date;
  /** Position of the entry before; `null` if there is none. */
  precedente: string | null;
}

export interface ProjectedState {
  /** The furthest checkpoint; `null` if nothing was projected. */
  furthest: string | null;
  newest: NewestEntry | null;
}

/** Returns the progress of the read tables and their newest entry; nulls if the tables do not exist yet. */
export async function projectionProgress(db: Kysely<ReadDatabase>): Promise<ProjectedState> {
  const tables = await db
    .selectNoFrom(({ fn, val }) => [
      fn<string | null>('to_regclass', [val('proiezioni')]).as('checkpoints'),
      fn<string | null>('to_regclass', [val('storico')]).as('history'),
    ])
    .executeTakeFirstOrThrow();
  if (tables.checkpoints === null || tables.history === null) return { furthest: null, newest: null };
  const { furthest } = await db
    .selectFrom('proiezioni')
    .select(({ fn }) => fn.max('posizione').as('furthest'))
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('storico')
    .select(['posizione', 'flusso', 'versione', 'comando', 'quando'])
    .orderBy('posizione', 'desc')
    .limit(2)
    .execute();
  const [newest, before] = entries;
  return { furthest, newest: newest ? { ...newest, precedente: before?.posizione ?? null } : null };
}
