import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Upcasts } from '#contracts/core/events.ts';
import type { ReadableLog } from '#contracts/ports/event-store.ts';
import { applyBatch, notifyReached, type BatchContext } from './batch.ts';
import { openDatabase, READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { runStatement } from '../database/compiled.ts';
import { fillTables } from './fill.ts';
import { instantsAfter, LOG_START, type Instants } from './instants.ts';
import { makeIndexes, putOffIndexes } from './indexes.ts';
import { forSwap, rebuildAlone } from './locks.ts';
import { refuseShorterLog } from './log-shorter.ts';
import { withSignature, prepareTables } from './preparation.ts';
import type { Projection } from './projection.ts';
import { readUntil } from './read-until.ts';

export interface Rebuild {
  store: ReadableLog;
  url: string;
  log: Logger;
  projections: readonly Projection[];
  upcasts: Upcasts;
  /** Aborts the rebuild; the live tables stay unchanged. */
  signal?: AbortSignal;
  /** Called during the rebuild with the progress in percent, 0 to 100. */
  progress?(percent: number): void;
}

const NEW = `${READ_SCHEMA}_nuova`;
const OLD = `${READ_SCHEMA}_vecchia`;

/** Maximum number of connections that fill the new tables; few enough to leave the portal most of the database's capacity. */
const LANES = 4;

/** Upper limit of the events left to apply during the swap, while writers of the live tables wait. */
const FEW = 500;
/** Number of events at which counting for the progress stops, since counting more takes too long. */
const MANY = 10_000_000;

/**
 * Rebuilds every read table from the log. The live tables stay readable and up to date meanwhile; at the end one transaction replaces them by
 * the new tables. Throws, and keeps the live tables, if a projection that works now would be stopped in the new tables. Throws `LogShorter` if
 * the log ends before the checkpoints, since the new tables would hide the loss of events.
 */
export async function rebuild({ store, url, log, projections, upcasts, progress, signal }: Rebuild): Promise<{ posizione: string | null }> {
  const { db: live, pool: sessions } = openDatabase<ReadDatabase>({ url, max: 3 });
  const { db: fresh, pool } = openDatabase<ReadDatabase>({ url, max: LANES, schema: NEW, pipeline: true });
  try {
    return await rebuildAlone(sessions, async (lockLost) => {
      const lost = signal ? AbortSignal.any([lockLost, signal]) : lockLost;
      for (const schema of [NEW, OLD]) await remove(live, schema);
      try {
        await refuseShorterLog(store, live);
        const signed = await withSignature(projections);
        await prepareTables(fresh, NEW, signed);
        const putOff = await putOffIndexes(fresh, NEW, projections);
        const taken = await progressOf(store, progress);
        const instants = instantsAfter(store, LOG_START);
        const filled = await fillTables({ instants, db: fresh, pool, store, projections, upcasts, taken, lost });
        log.info({ position: filled }, 'read tables being rebuilt');
        await reorder(fresh, projections);
        await makeIndexes(fresh, putOff);
        const going: Going = { instants, context: { db: fresh, pool, signed, upcasts, log, againstSwaps: false }, store, taken, lost };
        const position = await catchUp(going, filled);
        const end = await swap(live, (after) => until(going, after), position);
        log.info({ position: end }, 'read tables rebuilt');
        return { posizione: end };
      } finally {
        // after the loss of the lock, these schemas may belong to another rebuild
        if (!lockLost.aborted) for (const schema of [NEW, OLD]) await remove(live, schema);
      }
    });
  } finally {
    await fresh.destroy();
    await live.destroy();
  }
}

/** State of a running rebuild. */
interface Going {
  context: BatchContext;
  store: ReadableLog;
  instants: Instants;
  taken(events: number): void;
  /** Aborted when the rebuild loses its lock or is cancelled. */
  lost: AbortSignal;
}

/** Applies the events from a position to the current end of the log; returns the position reached. */
async function until({ context, store, instants, taken, lost }: Going, from: string | null): Promise<string | null> {
  let after = from;
  for await (const read of readUntil(store, from, await store.head())) {
    lost.throwIfAborted();
    const events = await instants.mark(read);
    await applyBatch(context, { lane: 'attiva', after, events });
    after = events.at(-1)?.position ?? after;
    taken(events.length);
  }
  lost.throwIfAborted();
  return after;
}

/** Returns a function that adds processed events to the progress. The total is the number of events at the start of the rebuild. */
async function progressOf(store: ReadableLog, progress: Rebuild['progress']): Promise<(events: number) => void> {
  if (!progress) return () => {};
  const total = await store.countAfter(null, MANY);
  let done = 0;
  return (events) => {
    done += events;
    progress(Math.min(99, (done / Math.max(1, total)) * 100));
  };
}

/** Applies new events repeatedly until fewer than `FEW` are left; returns the position reached. */
async function catchUp(going: Going, filled: string | null): Promise<string | null> {
  let after = filled;
  while ((await going.store.countAfter(after, FEW)) >= FEW) after = await until(going, after);
  return after;
}

/** Updates statistics and visibility map of the new tables, so that the first readers get good plans. */
async function reorder(fresh: Kysely<ReadDatabase>, projections: readonly Projection[]): Promise<void> {
  for (const table of projections.flatMap((p) => p.tables)) {
    await sql<never>`vacuum (analyze) ${sql.table(`${NEW}.${table}`)}`.execute(fresh);
  }
}

/**
 * Applies the last events and swaps the schemas, while the writers of the live tables wait. Readers do not wait; the old tables are dropped
 * later, when no transaction reads them any more.
 */
async function swap(
  live: Kysely<ReadDatabase>,
  finish: (after: string | null) => Promise<string | null>,
  after: string | null,
): Promise<string | null> {
  return live.transaction().execute(async (tx) => {
    await forSwap(tx);
    const position = await finish(after);
    await refuseIfWorse(tx);
    await tx.schema.createSchema(READ_SCHEMA).ifNotExists().execute();
    await renameSchema(READ_SCHEMA, OLD).execute(tx);
    await renameSchema(NEW, READ_SCHEMA).execute(tx);
    await runStatement(tx, notifyReached(position ?? ''));
    return position;
  });
}

const renameSchema = (from: string, to: string) => sql<never>`alter schema ${sql.id(from)} rename to ${sql.id(to)}`;

async function refuseIfWorse(db: Kysely<ReadDatabase>): Promise<void> {
  const stops = await db.withSchema(NEW).selectFrom('proiezioni').select(['nome', 'errore']).where('stato', '=', 'ferma').execute();
  if (stops.length === 0) return;
  const live = await db.selectFrom('proiezioni').select('nome').where('stato', '<>', 'ferma').execute();
  const worse = stops.filter((f) => live.some((v) => v.nome === f.nome));
  if (worse.length > 0) throw new Error(`Ricostruzione annullata: ${worse.map((f) => `${f.nome} si ferma su ${f.errore}`).join('; ')}`);
}

async function remove(db: Kysely<ReadDatabase>, schema: string): Promise<void> {
  await db.schema.dropSchema(schema).ifExists().cascade().execute();
}
