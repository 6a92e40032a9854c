import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { StoredEvent, Upcasts } from '#contracts/core/events.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import type { ReadDatabase } from '../database.ts';
import { applyEvents, toApply } from './apply.ts';
import { currentAndRecorded, type ReadEvents } from './record-events.ts';
import { isTransientFailure } from './failures.ts';
import { instantsAfter, LOG_START, type Instants } from './instants.ts';
import type { Projection } from './projection.ts';
import { readUntil } from './read-until.ts';
import { COMMIT_IN_MEMORY, inTransaction, type EngineTransaction } from './transaction.ts';

/** Events per transaction: enough to make a statement worth its round trip, few enough to need little memory. */
const TOGETHER = 2000;
/** Maximum number of batches by which a fast projection may be ahead of a slow one. */
const AHEAD = 2;

interface FillTarget {
  db: Kysely<ReadDatabase>;
  /** Pool for the same tables, with `pipeline`. */
  pool: pg.Pool;
  store: ReadableLog;
  projections: readonly Projection[];
  upcasts: Upcasts;
  taken(events: number): void;
  /** Marker of the events' instants, at the start of the log; goes on after the tables are filled. */
  instants?: Instants;
  /** Aborted when another process takes over the tables. */
  lost: AbortSignal;
}

/**
 * Fills new tables, which nobody else sees, with the log up to its current end. Each projection applies the same batches at its own pace,
 * so that database and process work concurrently. Memory holds a few batches, however long the log. Returns the position reached.
 */
export async function fillTables({
  db,
  pool,
  store,
  projections,
  upcasts,
  taken,
  lost,
  instants = instantsAfter(store, LOG_START),
}: FillTarget): Promise<string | null> {
  const lanes = projections.map((projection) => laneOf(db, pool, projection));
  const under: Promise<unknown>[] = [];
  let end: string | null = null;
  for await (const batch of gatherBatches(readUntil(store, null, await store.head()))) {
    lost.throwIfAborted();
    const events = currentAndRecorded(upcasts, await instants.mark(batch));
    const applied = Promise.all(lanes.map((lane) => lane.take(events)));
    // the rejection is handled where `applied` is awaited
    applied.catch(() => {});
    under.push(applied.then(() => taken(batch.length)));
    under.at(-1)?.catch(() => {});
    if (under.length > AHEAD) await under.shift();
    end = batch.at(-1)?.position ?? end;
  }
  await Promise.all(under);
  for (const lane of lanes) await lane.checkpoint(end, instants.latest());
  return end;
}

async function* gatherBatches(batches: AsyncIterable<readonly StoredEvent[]>): AsyncGenerator<StoredEvent[]> {
  let together: StoredEvent[] = [];
  for await (const batch of batches) {
    together.push(...batch);
    if (together.length < TOGETHER) continue;
    yield together;
    together = [];
  }
  if (together.length > 0) yield together;
}

/** Runs one projection batch by batch; at an event that cannot be applied only this projection stops. */
function laneOf(db: Kysely<ReadDatabase>, pool: pg.Pool, projection: Projection) {
  let before: Promise<void> = Promise.resolve();
  let reached: string | null = null;
  let fault: string | null = null;
  const apply = async (events: ReadEvents): Promise<void> => {
    const own = fault === null ? toApply(projection, null, events) : [];
    if (own.length === 0) return;
    const stop = await within(pool, (tx) => projection.apply(tx, own)).then(
      () => null,
      (error: unknown) => {
        if (isTransientFailure(error)) throw error;
        // applies the batch again event by event, to find the faulty one
        return within(pool, (tx) => applyEvents(tx, projection, own));
      },
    );
    fault = stop?.error ?? null;
    reached = stop ? (stop.last ?? reached) : (own.at(-1)?.position ?? reached);
  };
  return {
    take: (events: ReadEvents): Promise<void> => (before = before.then(() => apply(events))),
    async checkpoint(end: string | null, latest: string | null): Promise<void> {
      await db
        .updateTable('proiezioni')
        .set(({ fn }) => ({
          posizione: fault === null ? end : reached,
          cambiata: reached,
          stato: fault === null ? 'attiva' : 'ferma',
          errore: fault,
          istante: latest,
          aggiornata: fn<Date>('now'),
        }))
        .where('nome', '=', projection.name)
        .execute();
    },
  };
}

/** Runs `work` in a transaction whose commit does not wait for the disk, since a crash discards these tables anyway. */
const within = <T>(pool: pg.Pool, work: (tx: EngineTransaction) => Promise<T>): Promise<T> => inTransaction(pool, [COMMIT_IN_MEMORY], work);
