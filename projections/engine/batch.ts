import { sql, type Kysely, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { StoredEvent, Upcasts } from '#contracts/core/events.ts';
import { applyEvents, toApply, type Stop } from './apply.ts';
import { CHANNEL, type ReadDatabase } from '../database.ts';
import { current } from './facts.ts';
import { transient } from './failures.ts';
import { AGAINST_SWAP } from './locks.ts';
import { createMemory, type Memory } from './memory.ts';
import { passedByAll } from './projections.queries.ts';
import { afterOf, JOIN, type Prepared, type Checkpoint } from './preparation.ts';
import { inTransaction, together, type EngineTransaction } from './transaction.ts';

/** The projections of one reader of the log: those that follow it, or those that catch up apart. */
export type Lane = 'attiva' | 'recupero';

export interface Batch {
  lane: Lane;
  /** The position these events were read after. */
  after: string | null;
  events: readonly StoredEvent[];
  known?: Known | undefined;
}

/** How a batch left the checkpoints, where nobody else has reason to move them, and what it leaves to remember. */
export interface Known {
  checkpoints: readonly Checkpoint[];
  memory: Memory;
}

/** A checkpoint is behind what was read: the reader must start again from it, or it would skip events. */
export class StalePosition extends Error {}

/** Another one has moved some checkpoints, or other tables came in the place of these, since the batch before. */
class OutOfStep extends Error {}

export interface BatchContext {
  db: Kysely<ReadDatabase>;
  /** The same database, by connections that take statements one behind the other. */
  pool: pg.Pool;
  prepared: readonly Prepared[];
  /** How older events are read. */
  upcasts: Upcasts;
  log: Logger;
  /** Off for tables that nobody swaps: those a rebuild is filling. */
  againstSwaps: boolean;
  /** Of a database with a replica, which is sent only what is on the disk. */
  replicated?: boolean;
}

export interface Applied {
  /** Whether the lane still has projections. */
  remain: boolean;
  /** What every active projection has passed by now, those of other code too; `null` when that is not known. */
  passed: string | null;
  /** For the next batch. */
  known?: Known | undefined;
}

/** How a batch is gone through: each projection with its events, and all of them. */
interface Manner {
  apply(tx: EngineTransaction, projection: Prepared['projection'], events: readonly StoredEvent[]): Promise<Stop | null>;
  each<T, R>(all: readonly T[], one: (item: T) => Promise<R>): Promise<R[]>;
}

/** As if nothing could go wrong, which is nearly always so: the projections beside each other. */
const plainly: Manner = {
  async apply(tx, projection, events) {
    await projection.apply(tx, events);
    return null;
  },
  async each(all, one) {
    return together(all.map(one));
  },
};

/** One after the other, each behind a savepoint. */
const carefully: Manner = {
  apply: applyEvents,
  async each(all, one) {
    const done = [];
    for (const item of all) done.push(await one(item));
    return done;
  },
};

/**
 * One batch, one transaction: every interested projection of the lane, then all checkpoints.
 * Checkpoints are read in here, or found at the end to be where they were left, so two runners, a
 * crash or a swap of the tables can neither apply an event twice nor leave one out. Where a fact
 * cannot be applied the batch is done again, each projection behind a savepoint, so that the one to
 * blame stops alone.
 */
export async function applyBatch(context: BatchContext, batch: Batch): Promise<Applied> {
  const applied = await attempted(context, batch);
  if (context.log.isLevelEnabled('debug')) tell(context.log, batch);
  return applied;
}

async function attempted(context: BatchContext, batch: Batch): Promise<Applied> {
  try {
    return await (batch.known ? inStep(context, batch, batch.known) : inOneTransaction(context, batch, plainly));
  } catch (error) {
    if (error instanceof StalePosition || transient(error)) throw error;
    return inOneTransaction(context, batch, carefully);
  }
}

/** Of a catch-up over a whole log the first are enough. */
const TOLD = 20;

/** Whose facts are in the read tables by now, for whoever follows one of them. */
function tell(log: Logger, { lane, events }: Batch): void {
  const ids = [...new Set(events.slice(0, TOLD).map(({ metadata }) => metadata.correlationId))];
  const whose = ids.length === 1 ? { correlationId: ids[0] } : { correlationIds: ids };
  log.debug({ lane, events: events.length, position: events.at(-1)?.position, ...whose }, 'batch applied');
}

const CHECKPOINTS = sql<Checkpoint>`select nome, posizione, stato, errore, firma, tableoid::text as tavola from proiezioni order by nome for update`;

/** What each transaction of the projections begins with. */
const opening = ({ againstSwaps, replicated }: BatchContext): RawBuilder<unknown>[] => [
  // read tables can always be made again: a commit need not wait for the disk, but where a replica waits for it
  replicated ? sql`set local synchronous_commit = local` : sql`set local synchronous_commit = off`,
  ...(againstSwaps ? [AGAINST_SWAP] : []),
];

/** Said with the commit to whoever waits. */
const told = (end: string): RawBuilder<unknown> => sql`select pg_notify(${CHANNEL}, ${end})`;

function inOneTransaction(context: BatchContext, batch: Batch, manner: Manner): Promise<Applied> {
  const { pool, prepared, upcasts, log } = context;
  return inTransaction(pool, { opening: opening(context) }, async (tx): Promise<Applied> => {
    const all = await tx.query(CHECKPOINTS);
    const mine = ours(all, prepared).filter((s) => s.stato === batch.lane);
    if (mine.some((s) => afterOf(s.posizione) < afterOf(batch.after))) throw new StalePosition();
    const events = current(upcasts, batch.events);
    const end = events.at(-1)?.position ?? null;
    const added = await manner.each(mine, (checkpoint) => advance(tx, prepared, checkpoint, events, { end, manner }));
    for (const { nome, stato, errore, correlationId } of added)
      if (stato === 'ferma') log.error({ projection: nome, error: errore, correlationId }, 'projection stopped');
    if (end !== null) {
      tx.send(moved(added));
      tx.send(told(end));
    }
    if (batch.lane === 'attiva') {
      const others = all.filter((one) => !mine.includes(one));
      return { remain: mine.length > 0, passed: passedByAll([...others, ...added]), known: inStepWith([...others, ...added], added) };
    }
    tx.send(JOIN);
    return { remain: ours(await tx.query(CHECKPOINTS), prepared).some((s) => s.stato === 'recupero'), passed: null };
  });
}

/** The checkpoints, where all of them are active, of this code and as far as each other: as is nearly always so. */
function inStepWith(all: readonly Checkpoint[], mine: readonly Checkpoint[]): Known | undefined {
  const [first] = mine;
  const inStep =
    first !== undefined &&
    first.posizione !== null &&
    all.length === mine.length &&
    mine.every(({ stato, posizione }) => stato === 'attiva' && posizione === first.posizione);
  return inStep ? { checkpoints: mine, memory: createMemory() } : undefined;
}

/** The same without reading the checkpoints: they are moved before the rest, and if not all of them were where the batch before left them, nothing is done. */
async function inStep(context: BatchContext, batch: Batch, { checkpoints, memory }: Known): Promise<Applied> {
  const { pool, prepared, upcasts } = context;
  const events = current(upcasts, batch.events);
  const end = events.at(-1)?.position;
  if (end === undefined) return { remain: true, passed: passedByAll(checkpoints), known: { checkpoints, memory } };
  const { posizione, tavola } = checkpoints[0]!;
  const move = sql`update proiezioni set posizione = ${end}, aggiornata = now()
    where stato = 'attiva' and posizione = ${posizione} and tableoid = ${tavola}::oid returning nome`;
  const applied = await inTransaction(pool, { opening: opening(context), memory }, async (tx): Promise<Applied> => {
    // answered while the projections read
    const [rows, added] = await together([
      tx.query(move),
      plainly.each(checkpoints, (checkpoint) => advance(tx, prepared, checkpoint, events, { end, manner: plainly })),
    ]);
    if (rows.length !== checkpoints.length) throw new OutOfStep();
    tx.send(told(end));
    return { remain: true, passed: passedByAll(added), known: { checkpoints: added, memory } };
  });
  memory.keep();
  return applied;
}

/** Checkpoints of the projections of this code: one that other code made is left to that code. */
export async function readCheckpoints(db: Kysely<ReadDatabase>, prepared: readonly Prepared[]): Promise<Checkpoint[]> {
  const { rows } = await CHECKPOINTS.execute(db);
  return ours(rows, prepared);
}

const ours = (checkpoints: readonly Checkpoint[], prepared: readonly Prepared[]): Checkpoint[] =>
  checkpoints.filter((r) => prepared.some((p) => p.projection.name === r.nome && p.signature === r.firma));

/** `correlationId`: of the fact that stopped it. */
type Moved = Checkpoint & { correlationId?: string };

async function advance(
  tx: EngineTransaction,
  prepared: readonly Prepared[],
  checkpoint: Checkpoint,
  events: readonly StoredEvent[],
  { end, manner }: { end: string | null; manner: Manner },
): Promise<Moved> {
  const preparedOne = prepared.find((p) => p.projection.name === checkpoint.nome);
  if (!preparedOne || end === null) return checkpoint;
  const own = toApply(preparedOne.projection, checkpoint.posizione, events);
  const stop = own.length > 0 ? await manner.apply(tx, preparedOne.projection, own) : null;
  if (stop) {
    const { error, correlationId, last } = stop;
    return { ...checkpoint, stato: 'ferma', errore: error, correlationId, posizione: last ?? checkpoint.posizione };
  }
  return { ...checkpoint, posizione: end > afterOf(checkpoint.posizione) ? end : checkpoint.posizione };
}

/** Where the projections stand after the batch. */
function moved(checkpoints: readonly Checkpoint[]): RawBuilder<unknown> {
  const rows = JSON.stringify(checkpoints.map(({ nome, posizione, stato, errore }) => ({ nome, posizione, stato, errore })));
  return sql`update proiezioni p set posizione = s.posizione, stato = s.stato, errore = s.errore, aggiornata = now()
    from json_to_recordset(${rows}::json) as s(nome text, posizione text, stato text, errore text)
    where p.nome = s.nome`;
}
