import { projectionsState } from '#projections/engine/projections.queries.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** Maximum number of events that are counted as lag. */
const MAX_DELAY = 100_000;

/** State of a projection, as `GET api/salute` returns it. */
export interface SaluteProjection {
  nome: string;
  stato: string;
  posizione: string | null;
  /** Number of events in the log that the projection has not processed yet, at most `MAX_DELAY`. */
  ritardo: number;
  errore?: string;
}

/** Reads the states of all projections with their lag in events. */
export async function projectionsWithDelay({ readDb, store }: Pick<Dependencies, 'readDb' | 'store'>): Promise<SaluteProjection[]> {
  const states = await projectionsState(readDb);
  const delays = await byPosition(states, (posizione) => store.countAfter(posizione, MAX_DELAY));
  return states.map(({ nome, stato, posizione, errore }) => ({
    nome,
    stato,
    posizione,
    ritardo: delays.get(posizione) ?? 0,
    ...(errore ? { errore } : {}),
  }));
}

/** State of a projection with its lag in events and in seconds. */
export interface LateProjection extends SaluteProjection {
  /** Age of the oldest event that the projection has not processed, in seconds; 0 if there is none. */
  seconds: number;
}

/** Reads the states of all projections with their lag in events and in seconds. */
export async function projectionsWithAge(
  deps: Pick<Dependencies, 'readDb' | 'store' | 'clock'>,
  signal: AbortSignal,
): Promise<LateProjection[]> {
  const projections = await projectionsWithDelay(deps);
  const late = projections.filter(({ ritardo }) => ritardo > 0);
  const oldest = await byPosition(late, (posizione) => recordedAfter(deps.store, posizione, signal));
  const now = deps.clock.now().getTime();
  return projections.map((one) => {
    const since = one.ritardo > 0 ? oldest.get(one.posizione) : null;
    return { ...one, seconds: since ? Math.max(0, now - since.getTime()) / 1000 : 0 };
  });
}

/** Calls `ask` once for each distinct position, since most projections have the same position. Returns the results by position. */
async function byPosition<T>(
  all: readonly { posizione: string | null }[],
  ask: (posizione: string | null) => Promise<T>,
): Promise<Map<string | null, T>> {
  const positions = [...new Set(all.map(({ posizione }) => posizione))];
  return new Map(await Promise.all(positions.map(async (posizione) => [posizione, await ask(posizione)] as const)));
}

/** Returns when the first event after a position was recorded; `null` if there is none before `signal` is aborted. */
async function recordedAfter(store: EventStore, posizione: string | null, signal: AbortSignal): Promise<Date | null> {
  const enough = new AbortController();
  try {
    for await (const [first] of store.readAll(posizione, AbortSignal.any([signal, enough.signal]))) {
      if (first) return new Date(first.metadata.at);
    }
    return null;
  } finally {
    enough.abort();
  }
}
