import { CompiledQuery, expressionBuilder, type Expression, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { StoredEvent, Upcasts } from '#contracts/core/events.ts';
import { applyEvents, toApply, type Stop } from './apply.ts';
import { CHANNEL, type ReadDatabase } from '../database.ts';
import { readTables, type AnyQuery } from '../database/compiled.ts';
import { jsonRows } from '../json-rows.ts';
import type { Column } from './columns.ts';
import { currentAndRecorded, type ReadEvents } from './record-events.ts';
import { isTransientFailure } from './failures.ts';
import { latestOf } from './instants.ts';
import { AGAINST_SWAP } from './locks.ts';
import { passedByAll } from './projections.queries.ts';
import { sortablePosition, ACTIVATE_CAUGHT_UP, type SignedProjection, type Checkpoint } from './preparation.ts';
import { COMMIT_IN_MEMORY, inTransaction, together, type EngineTransaction } from './transaction.ts';

/**
 * Lanes of projections that share one reader of the log: those that follow it (`attiva`), and those that catch up separately (`recupero`).
 */
export type ProjectionLane = 'attiva' | 'recupero';

export interface Batch {
  lane: ProjectionLane;
  /** Position after which these events were read. */
  after: string | null;
  events: readonly StoredEvent[];
  known?: KnownCheckpoints | undefined;
}

/**
 * Checkpoints that the next batch need not read. They are known only while all active projections are made by this code and stand at the
 * same position.
 */
export type KnownCheckpoints = readonly Checkpoint[];

/**
 * Thrown when a checkpoint is earlier than the position after which the events were read. The reader must restart from the checkpoint, or
 * events would be skipped.
 */
export class StalePosition extends Error {}

/** Thrown when another process moved checkpoints or swapped the tables since the previous batch. The batch is then repeated. */
class OutOfStep extends Error {}

export interface BatchContext {
  db: Kysely<ReadDatabase>;
  /** Pool of the same database whose connections accept pipelined statements. */
  pool: pg.Pool;
  signed: readonly SignedProjection[];
  /** Conversions of older event versions. */
  upcasts: Upcasts;
  log: Logger;
  /** Guards against a concurrent swap of tables; off for the tables that a rebuild is filling, which nobody swaps. */
  againstSwaps: boolean;
  /** True if the database has a replica, to which PostgreSQL sends only data that is flushed to disk. */
  replicated?: boolean;
}

export interface BatchResult {
  /** Whether the lane still has projections. */
  laneHasProjections: boolean;
  /** Position that every active projection has passed, also projections of other code versions; `null` if unknown. */
  passed: string | null;
  /** State for the next batch. */
  known?: KnownCheckpoints | undefined;
}

/** Strategy of a batch: how one projection applies its events, and how several projections are combined. */
interface BatchStrategy {
  apply(tx: EngineTransaction, projection: SignedProjection['projection'], events: readonly StoredEvent[]): Promise<Stop | null>;
  each<T, R>(all: readonly T[], one: (item: T) => Promise<R>): Promise<R[]>;
}

/** Applies all projections concurrently, without savepoints; used first, since failures are rare. */
const concurrently: BatchStrategy = {
  async apply(tx, projection, events) {
    await projection.apply(tx, events);
    return null;
  },
  async each(all, one) {
    return together(all.map(one));
  },
};

/** Applies the projections one by one, each in a savepoint. */
const withSavepoints: BatchStrategy = {
  apply: applyEvents,
  async each(all, one) {
    const done = [];
    for (const item of all) done.push(await one(item));
    return done;
  },
};

/**
 * Applies one batch in one transaction: every interested projection of the lane, then all checkpoints. The transaction reads the
 * checkpoints, or verifies at the end that they have not moved. So two runners, a crash or a table swap can neither apply an event twice
 * nor skip one. If an event cannot be applied, the batch is repeated with a savepoint per projection, so that only the faulty projection
 * stops. If another process moved the checkpoints, it is repeated from where they are.
 */
export async function applyBatch(context: BatchContext, batch: Batch): Promise<BatchResult> {
  const applied = await tryBatch(context, batch);
  if (context.log.isLevelEnabled('debug')) logBatch(context.log, batch);
  return applied;
}

async function tryBatch(context: BatchContext, batch: Batch): Promise<BatchResult> {
  try {
    return await (batch.known ? applyFromKnown(context, batch, batch.known) : inOneTransaction(context, batch, concurrently));
  } catch (error) {
    if (error instanceof StalePosition || isTransientFailure(error)) throw error;
    // this one reads the checkpoints again, so it also repeats a batch that was out of step
    return inOneTransaction(context, batch, withSavepoints);
  }
}

/** Maximum number of events whose correlation ids are logged per batch; a catch-up over a whole log has too many. */
const MAX_LOGGED_EVENTS = 20;

/** Logs the correlation ids of the applied events, so that a request can be traced to the read tables. */
function logBatch(log: Logger, { lane, events }: Batch): void {
  const ids = [...new Set(events.slice(0, MAX_LOGGED_EVENTS).map(({ metadata }) => metadata.correlationId))];
  const correlation = ids.length === 1 ? { correlationId: ids[0] } : { correlationIds: ids };
  log.debug({ lane, events: events.length, position: events.at(-1)?.position, ...correlation }, 'batch applied');
}

const READ_CHECKPOINTS = readTables
  .selectFrom('proiezioni')
  .select(['nome', 'posizione', 'stato', 'errore', 'firma', 'istante', 'tableoid as tavola'])
  .orderBy('nome')
  .forUpdate()
  .compile();

const COMMIT_ON_DISK = CompiledQuery.raw('set local synchronous_commit = local');

/** Returns the statements that open each transaction of the projections. */
const opening = ({ againstSwaps, replicated }: BatchContext): CompiledQuery[] => [
  // read tables can be rebuilt, so a commit does not wait for the disk; with a replica it waits for the local flush, since PostgreSQL sends
  // a replica only flushed data
  replicated ? COMMIT_ON_DISK : COMMIT_IN_MEMORY,
  ...(againstSwaps ? [AGAINST_SWAP] : []),
];

/** Returns the notification of the reached position, sent with the commit to waiting readers. */
export const notifyReached = (lastPosition: string): AnyQuery =>
  readTables.selectNoFrom(({ fn, val }) => fn('pg_notify', [val(CHANNEL), val(lastPosition)]).as('notified'));

function inOneTransaction(context: BatchContext, batch: Batch, strategy: BatchStrategy): Promise<BatchResult> {
  const { pool, signed, upcasts, log } = context;
  return inTransaction(pool, opening(context), async (tx): Promise<BatchResult> => {
    const all = await tx.query(READ_CHECKPOINTS);
    const ofLane = ofThisCode(all, signed).filter((s) => s.stato === batch.lane);
    if (ofLane.some((s) => sortablePosition(s.posizione) < sortablePosition(batch.after))) throw new StalePosition();
    const events = currentAndRecorded(upcasts, batch.events);
    const lastPosition = batch.events.at(-1)?.position ?? null;
    const advanced = await strategy.each(ofLane, (checkpoint) => advance(tx, signed, checkpoint, { lastPosition, strategy, events }));
    for (const { nome, stato, errore, correlationId } of advanced)
      if (stato === 'ferma') log.error({ projection: nome, error: errore, correlationId }, 'projection stopped');
    if (lastPosition !== null) {
      tx.send(storeCheckpoints(advanced, latestOf(batch.events)));
      tx.send(notifyReached(lastPosition));
    }
    if (batch.lane === 'attiva') {
      const others = all.filter((one) => !ofLane.includes(one));
      return {
        laneHasProjections: ofLane.length > 0,
        passed: passedByAll([...others, ...advanced]),
        known: knownIfTogether([...others, ...advanced], advanced),
      };
    }
    tx.send(ACTIVATE_CAUGHT_UP);
    return { laneHasProjections: ofThisCode(await tx.query(READ_CHECKPOINTS), signed).some((s) => s.stato === 'recupero'), passed: null };
  });
}

/** Returns the checkpoints if all are active, made by this code and at the same position, which is the usual case; else undefined. */
function knownIfTogether(all: readonly Checkpoint[], ofLane: readonly Checkpoint[]): KnownCheckpoints | undefined {
  const [first] = ofLane;
  const areTogether =
    first !== undefined &&
    first.posizione !== null &&
    all.length === ofLane.length &&
    ofLane.every(({ stato, posizione }) => stato === 'attiva' && posizione === first.posizione);
  return areTogether ? ofLane : undefined;
}

/**
 * Applies a batch without reading the checkpoints. It moves them first; if they are not all where the previous batch left them, the
 * transaction is rolled back.
 */
async function applyFromKnown(context: BatchContext, batch: Batch, checkpoints: KnownCheckpoints): Promise<BatchResult> {
  const { pool, signed, upcasts } = context;
  const events = currentAndRecorded(upcasts, batch.events);
  const lastPosition = batch.events.at(-1)?.position;
  if (lastPosition === undefined) return { laneHasProjections: true, passed: passedByAll(checkpoints), known: checkpoints };
  const { posizione, tavola } = checkpoints[0]!;
  const changed = signed
    .filter(({ projection }) => toApply(projection, posizione, events).length > 0)
    .map(({ projection }) => projection.name);
  const move = readTables
    .updateTable('proiezioni')
    .set(({ case: when, fn, ref, val }) => ({
      posizione: lastPosition,
      aggiornata: fn<Date>('now'),
      cambiata: when()
        .when('nome', '=', fn.any(val(changed)))
        .then(val(lastPosition))
        .else(ref('cambiata'))
        .end(),
      istante: instantAfter(latestOf(batch.events)),
    }))
    .where('stato', '=', 'attiva')
    .where('posizione', '=', posizione)
    .where('tableoid', '=', tavola)
    .returning('nome');
  return inTransaction(pool, opening(context), async (tx): Promise<BatchResult> => {
    // the checkpoints and what the projections read are asked for at once
    const [rows, advanced] = await together([
      tx.query(move),
      concurrently.each(checkpoints, (checkpoint) => advance(tx, signed, checkpoint, { lastPosition, strategy: concurrently, events })),
    ]);
    if (rows.length !== checkpoints.length) throw new OutOfStep();
    tx.send(notifyReached(lastPosition));
    return { laneHasProjections: true, passed: passedByAll(advanced), known: advanced };
  });
}

/** Returns the checkpoints of this code's projections; those with another signature belong to another code version and are ignored. */
export async function readCheckpoints(db: Kysely<ReadDatabase>, signed: readonly SignedProjection[]): Promise<Checkpoint[]> {
  const { rows } = await db.executeQuery(READ_CHECKPOINTS);
  return ofThisCode(rows, signed);
}

const ofThisCode = (checkpoints: readonly Checkpoint[], signed: readonly SignedProjection[]): Checkpoint[] =>
  checkpoints.filter((r) => signed.some((p) => p.projection.name === r.nome && p.signature === r.firma));

/** A checkpoint after the batch; `changed`: whether events were applied; `correlationId`: of the event that stopped it. */
type AdvancedCheckpoint = Checkpoint & { changed?: boolean; correlationId?: string };

async function advance(
  tx: EngineTransaction,
  signed: readonly SignedProjection[],
  checkpoint: Checkpoint,
  { events, lastPosition, strategy }: { events: ReadEvents; lastPosition: string | null; strategy: BatchStrategy },
): Promise<AdvancedCheckpoint> {
  const signedOne = signed.find((p) => p.projection.name === checkpoint.nome);
  if (!signedOne || lastPosition === null) return checkpoint;
  const own = toApply(signedOne.projection, checkpoint.posizione, events);
  const stop = own.length > 0 ? await strategy.apply(tx, signedOne.projection, own) : null;
  if (stop) {
    const { error, correlationId, last } = stop;
    return { ...checkpoint, stato: 'ferma', errore: error, correlationId, posizione: last ?? checkpoint.posizione, changed: true };
  }
  return {
    ...checkpoint,
    posizione: lastPosition > sortablePosition(checkpoint.posizione) ? lastPosition : checkpoint.posizione,
    changed: own.length > 0,
  };
}

/** Returns the SQL of a projection's latest instant after a batch; it stays unknown where an earlier version of the code did not keep it. */
function instantAfter(latest: string | null): Expression<Date | null> {
  const { and, case: when, cast, eb, fn, val } = expressionBuilder<ReadDatabase, 'proiezioni'>();
  return when()
    .when(and([eb('proiezioni.istante', 'is', null), eb('proiezioni.posizione', 'is not', null)]))
    .then(null)
    .else(fn<Date>('greatest', ['proiezioni.istante', cast(val(latest), 'timestamptz')]))
    .end();
}

/** Builds the statement that stores the projections' checkpoints after the batch. */
function storeCheckpoints(checkpoints: readonly AdvancedCheckpoint[], latest: string | null): AnyQuery {
  const rows = checkpoints.map(({ nome, posizione, stato, errore, changed = false }) => ({ nome, posizione, stato, errore, changed }));
  return readTables
    .updateTable('proiezioni')
    .from(jsonRows(rows, 's', STORED))
    .set(({ case: when, fn, ref }) => ({
      posizione: ref('s.posizione'),
      stato: ref('s.stato'),
      errore: ref('s.errore'),
      aggiornata: fn<Date>('now'),
      cambiata: when().when(ref('s.changed')).then(ref('s.posizione')).else(ref('proiezioni.cambiata')).end(),
      istante: instantAfter(latest),
    }))
    .whereRef('proiezioni.nome', '=', 's.nome');
}

const STORED: readonly Column[] = [
  { name: 'nome', type: 'text' },
  { name: 'posizione', type: 'text' },
  { name: 'stato', type: 'text' },
  { name: 'errore', type: 'text' },
  { name: 'changed', type: 'boolean' },
];
