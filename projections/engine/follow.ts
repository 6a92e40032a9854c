import { StoreUnavailable, type ReadableLog } from '#contracts/ports/event-store.ts';
import { applyBatch, readCheckpoints, type Batch, type BatchContext, type ProjectionLane } from './batch.ts';
import { gatherBackground } from './gather.ts';
import { instantsAfter, LOG_START } from './instants.ts';
import { sortablePosition } from './preparation.ts';

export interface ReadContext extends BatchContext {
  store: ReadableLog;
  signal: AbortSignal;
  /** Called after every successful batch, with the position that every active projection has passed. */
  advanced?: (passed: string | null) => void;
  /** Tells whether a request waits for the read tables; without it, none does. */
  awaited?: () => boolean;
}

/**
 * Applies new events of the log until the signal is aborted. Projections that are behind catch up with a separate reader, and join the others
 * at the same position. If a reader fails, its error is thrown after both readers have ended.
 */
export async function follow(context: ReadContext): Promise<void> {
  const other = new AbortController();
  const signal = AbortSignal.any([context.signal, other.signal]);
  const lanes = (['attiva', 'recupero'] as const).map((lane) =>
    followLane({ ...context, signal }, lane).catch((error: unknown) => {
      other.abort();
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(lanes);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function followLane(context: ReadContext, lane: ProjectionLane): Promise<void> {
  const { store, signal, awaited = () => false } = context;
  const from = await start(context, lane);
  if (!from) return;
  const instants = instantsAfter(store, from.latest);
  let after = from.position;
  let known: Batch['known'];
  for await (const batch of gatherBackground((ended) => store.readAll(from.position, ended), { signal, awaited })) {
    const events = await instants.mark(batch);
    const { laneHasProjections, passed, known: nextKnown } = await applyBatch(context, { lane, after, events, known });
    known = nextKnown;
    context.advanced?.(passed);
    after = events.at(-1)?.position ?? after;
    if (lane === 'recupero' && !laneHasProjections) return;
  }
  if (!signal.aborted) throw new StoreUnavailable('the log ended by itself');
}

/** Start of a lane: its earliest checkpoint, and the latest instant of the events up to there, in milliseconds; `null` if unknown. */
interface Start {
  position: string | null;
  latest: number | null;
}

/** Returns the start of a lane; `undefined` when no projection has to catch up. */
async function start({ db, signed }: ReadContext, lane: ProjectionLane): Promise<Start | undefined> {
  const all = await readCheckpoints(db, signed);
  const own = all.filter((s) => s.stato === lane).map((s) => s.posizione);
  if (own.length === 0) return lane === 'attiva' ? { position: null, latest: LOG_START } : undefined;
  const position = own.sort((a, b) => (sortablePosition(a) < sortablePosition(b) ? -1 : 1))[0] ?? null;
  if (position === null) return { position, latest: LOG_START };
  const known = all.flatMap(({ posizione, istante }) => (istante && sortablePosition(posizione) >= position ? [istante.getTime()] : []));
  return { position, latest: known.length === 0 ? null : Math.max(...known) };
}
