import { StoreUnavailable, type ReadableLog } from '#contracts/ports/event-store.ts';
import { applyBatch, readCheckpoints, type Batch, type BatchContext, type Lane } from './batch.ts';
import { afterOf } from './preparation.ts';

export interface ReadContext extends BatchContext {
  store: ReadableLog;
  signal: AbortSignal;
  /** Called after every successful batch, with the position that every active projection has passed. */
  advanced?: (passed: string | null) => void;
}

/**
 * Applies new events of the log until the signal is aborted. Projections that are behind catch up with a separate reader, and join the others
 * at the same position. If a reader fails, its error is thrown after both readers have ended.
 */
export async function follow(context: ReadContext): Promise<void> {
  const other = new AbortController();
  const signal = AbortSignal.any([context.signal, other.signal]);
  const lanes = (['attiva', 'recupero'] as const).map((lane) =>
    read({ ...context, signal }, lane).catch((error: unknown) => {
      other.abort();
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(lanes);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function read(context: ReadContext, lane: Lane): Promise<void> {
  let after = await start(context, lane);
  if (after === undefined) return;
  let known: Batch['known'];
  for await (const events of context.store.readAll(after, context.signal)) {
    const { remain, passed, known: left } = await applyBatch(context, { lane, after, events, known });
    known = left;
    context.advanced?.(passed);
    after = events.at(-1)?.position ?? after;
    if (lane === 'recupero' && !remain) return;
  }
  if (!context.signal.aborted) throw new StoreUnavailable('the log ended by itself');
}

/** Returns the earliest checkpoint of a lane; `undefined` when no projection has to catch up. */
async function start({ db, prepared }: ReadContext, lane: Lane): Promise<string | null | undefined> {
  const checkpoints = (await readCheckpoints(db, prepared)).filter((s) => s.stato === lane);
  if (checkpoints.length === 0) return lane === 'attiva' ? null : undefined;
  return checkpoints.map((s) => s.posizione).sort((a, b) => (afterOf(a) < afterOf(b) ? -1 : 1))[0];
}
