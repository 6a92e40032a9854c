import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Upcasts } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { applyBatch, type BatchContext } from './batch.ts';
import { openDatabase, CHANNEL, READ_SCHEMA, type ReadDatabase } from '../database.ts';
import { fillTables } from './fill.ts';
import { makeIndexes, putOffIndexes } from './indexes.ts';
import { forSwap, rebuildAlone } from './locks.ts';
import { refuseShorterLog } from './log-shorter.ts';
import { withSignature, prepare } from './preparation.ts';
import type { Projection } from './projection.ts';
import { readUntil } from './read-until.ts';

export interface Rebuild {
  store: EventStore;
  url: string;
  log: Logger;
  projections: readonly Projection[];
  upcasts: Upcasts;
  /** Stops it; the live tables stay as they are. */
  signal?: AbortSignal;
  /** Told now and then how far it is, 0 to 100. */
  progress?(percent: number): void;
}

const NEW = `${READ_SCHEMA}_nuova`;
const OLD = `${READ_SCHEMA}_vecchia`;

/** Connections that fill the new tables: the database works while this process does, and the portal keeps most of both. */
const LANES = 4;

/** Fewer events than this are left for the moment in which the live tables stand still. */
const FEW = 500;
/** Counting is not worth more than this. */
const MANY = 10_000_000;

/**
 * Every read table made again from the log. The live ones are read and kept up to date meanwhile;
 * at the end the new ones take their place in one transaction. Throws, leaving the live ones as
 * they are, when a projection that works today would come out stopped, or when the log ends before what
 * was projected (`LogShorter`): the new tables would hide what is gone.
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
        const prepared = await withSignature(projections);
        await prepare(fresh, NEW, prepared);
        const putOff = await putOffIndexes(fresh, NEW, projections);
        const taken = await progressOf(store, progress);
        const filled = await fillTables({ db: fresh, pool, store, projections, upcasts, taken, lost });
        log.info({ position: filled }, 'read tables being rebuilt');
        await reorder(fresh, projections);
        await makeIndexes(fresh, putOff);
        const going: Going = { context: { db: fresh, pool, prepared, upcasts, log, againstSwaps: false }, store, taken, lost };
        const position = await catchUp(going, filled);
        const end = await swap(live, (after) => until(going, after), position);
        log.info({ position: end }, 'read tables rebuilt');
        return { posizione: end };
      } finally {
        // by now they may be another rebuild's
        if (!lockLost.aborted) for (const schema of [NEW, OLD]) await remove(live, schema);
      }
    });
  } finally {
    await fresh.destroy();
    await live.destroy();
  }
}

/** A rebuild on its way. */
interface Going {
  context: BatchContext;
  store: EventStore;
  taken(events: number): void;
  /** Its lock is somebody else's by now. */
  lost: AbortSignal;
}

/** Up to the log's end as it is now; the position reached. */
async function until({ context, store, taken, lost }: Going, from: string | null): Promise<string | null> {
  let after = from;
  for await (const events of readUntil(store, from, await store.head())) {
    lost.throwIfAborted();
    await applyBatch(context, { lane: 'attiva', after, events });
    after = events.at(-1)?.position ?? after;
    taken(events.length);
  }
  lost.throwIfAborted();
  return after;
}

/** Counted in events, as many as there were at the start; the rest is little. */
async function progressOf(store: EventStore, progress: Rebuild['progress']): Promise<(events: number) => void> {
  if (!progress) return () => {};
  const total = await store.countAfter(null, MANY);
  let done = 0;
  return (events) => {
    done += events;
    progress(Math.min(99, (done / Math.max(1, total)) * 100));
  };
}

/** Again and again, as the log goes on, until little is left. */
async function catchUp(going: Going, filled: string | null): Promise<string | null> {
  let after = filled;
  while ((await going.store.countAfter(after, FEW)) >= FEW) after = await until(going, after);
  return after;
}

/** Statistics and visibility for the new tables: the first readers must not pay for them. */
async function reorder(fresh: Kysely<ReadDatabase>, projections: readonly Projection[]): Promise<void> {
  for (const table of projections.flatMap((p) => p.tables)) {
    await sql`vacuum (analyze) ${sql.table(`${NEW}.${table}`)}`.execute(fresh);
  }
}

/**
 * With the writers of the live tables waiting: the last events, then the new names. Readers are not
 * kept waiting; the old tables are dropped later, when nobody reads them any more.
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
    await sql`create schema if not exists ${sql.id(READ_SCHEMA)}`.execute(tx);
    await sql`alter schema ${sql.id(READ_SCHEMA)} rename to ${sql.id(OLD)}`.execute(tx);
    await sql`alter schema ${sql.id(NEW)} rename to ${sql.id(READ_SCHEMA)}`.execute(tx);
    await sql`select pg_notify(${CHANNEL}, ${position ?? ''})`.execute(tx);
    return position;
  });
}

async function refuseIfWorse(db: Kysely<ReadDatabase>): Promise<void> {
  const stops = await sql<{
    nome: string;
    errore: string;
  }>`select nome, errore from ${sql.table(`${NEW}.proiezioni`)} where stato = 'ferma'`.execute(db);
  if (stops.rows.length === 0) return;
  const live = await sql<{ nome: string }>`select nome from proiezioni where stato <> 'ferma'`.execute(db);
  const worse = stops.rows.filter((f) => live.rows.some((v) => v.nome === f.nome));
  if (worse.length > 0) throw new Error(`Ricostruzione annullata: ${worse.map((f) => `${f.nome} si ferma su ${f.errore}`).join('; ')}`);
}

async function remove(db: Kysely<ReadDatabase>, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
}
