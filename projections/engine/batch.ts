import { sql, type Kysely, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { StoredEvent } from '#contracts/core/events.ts';
import { applyEvents, toApply, type Stop } from './apply.ts';
import { CHANNEL, type ReadDatabase } from '../database.ts';
import { current } from './facts.ts';
import { transient } from './failures.ts';
import { againstSwap } from './locks.ts';
import { passedByAll } from './projections.queries.ts';
import { afterOf, join, type Prepared, type Checkpoint } from './preparation.ts';

/** The projections of one reader of the log: those that follow it, or those that catch up apart. */
export type Lane = 'attiva' | 'recupero';

export interface Batch {
  lane: Lane;
  /** The position these events were read after. */
  after: string | null;
  events: readonly StoredEvent[];
}

/** A checkpoint is behind what was read: the reader must start again from it, or it would skip events. */
export class StalePosition extends Error {}

export interface BatchContext {
  db: Kysely<ReadDatabase>;
  prepared: readonly Prepared[];
  log: Logger;
  /** Off for tables that nobody swaps: those a rebuild is filling. */
  againstSwaps: boolean;
}

export interface Applied {
  /** Whether the lane still has projections. */
  remain: boolean;
  /** What every active projection has passed by now, those of other code too; `null` when that is not known. */
  passed: string | null;
}

type Apply = (tx: Transaction<ReadDatabase>, projection: Prepared['projection'], events: readonly StoredEvent[]) => Promise<Stop | null>;

/** As if nothing could go wrong, which is nearly always so. */
const plainly: Apply = async (tx, projection, events) => {
  await projection.apply(tx, events);
  return null;
};

/**
 * One batch, one transaction: every interested projection of the lane, then all checkpoints.
 * Checkpoints are read in here, so two runners, a crash or a swap of the tables can neither apply
 * an event twice nor leave one out. Where a fact cannot be applied the batch is done again, each
 * projection behind a savepoint, so that the one to blame stops alone.
 */
export async function applyBatch(context: BatchContext, batch: Batch): Promise<Applied> {
  try {
    return await inOneTransaction(context, batch, plainly);
  } catch (error) {
    if (error instanceof StalePosition || transient(error)) throw error;
    return inOneTransaction(context, batch, applyEvents);
  }
}

function inOneTransaction({ db, prepared, log, againstSwaps }: BatchContext, batch: Batch, apply: Apply): Promise<Applied> {
  return db.transaction().execute(async (tx) => {
    // read tables can always be made again: a commit need not wait for the disk
    await sql`set local synchronous_commit = off`.execute(tx);
    if (againstSwaps) await againstSwap(tx);
    const all = await allCheckpoints(tx);
    const checkpoints = ours(all, prepared);
    const mine = checkpoints.filter((s) => s.stato === batch.lane);
    if (mine.some((s) => afterOf(s.posizione) < afterOf(batch.after))) throw new StalePosition();
    const events = current(batch.events);
    const end = events.at(-1)?.position ?? null;
    const added: Checkpoint[] = [];
    for (const checkpoint of mine) added.push(await advance(tx, prepared, checkpoint, events, { end, apply }));
    for (const { nome: name, stato: state, errore: error } of added) if (state === 'ferma') log.error({ proiezione: name, errore: error }, 'projection stopped');
    if (end !== null) await writeCheckpoints(tx, added, end);
    if (batch.lane === 'attiva') return { remain: mine.length > 0, passed: passedByAll([...all.filter((one) => !mine.includes(one)), ...added]) };
    await join(tx);
    return { remain: (await readCheckpoints(tx, prepared)).some((s) => s.stato === 'recupero'), passed: null };
  });
}

/** Checkpoints of the projections of this code: one that other code made is left to that code. */
export async function readCheckpoints(db: Kysely<ReadDatabase>, prepared: readonly Prepared[]): Promise<Checkpoint[]> {
  return ours(await allCheckpoints(db), prepared);
}

async function allCheckpoints(db: Kysely<ReadDatabase>): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`select nome, posizione, stato, errore, firma from proiezioni order by nome for update`.execute(db);
  return rows;
}

const ours = (checkpoints: readonly Checkpoint[], prepared: readonly Prepared[]): Checkpoint[] =>
  checkpoints.filter((r) => prepared.some((p) => p.projection.name === r.nome && p.signature === r.firma));


async function advance(tx: Transaction<ReadDatabase>, prepared: readonly Prepared[], checkpoint: Checkpoint, events: readonly StoredEvent[], { end, apply }: { end: string | null; apply: Apply }): Promise<Checkpoint> {
  const preparedOne = prepared.find((p) => p.projection.name === checkpoint.nome);
  if (!preparedOne || end === null) return checkpoint;
  const own = toApply(preparedOne.projection, checkpoint.posizione, events);
  const stop = own.length > 0 ? await apply(tx, preparedOne.projection, own) : null;
  if (stop) return { ...checkpoint, stato: 'ferma', errore: stop.error, posizione: stop.last ?? checkpoint.posizione };
  return { ...checkpoint, posizione: end > afterOf(checkpoint.posizione) ? end : checkpoint.posizione };
}

async function writeCheckpoints(tx: Transaction<ReadDatabase>, checkpoints: readonly Checkpoint[], end: string): Promise<void> {
  const rows = JSON.stringify(checkpoints.map(({ nome: name, posizione: position, stato: state, errore: error }) => ({ nome: name, posizione: position, stato: state, errore: error })));
  await sql`with mossi as (
    update proiezioni p set posizione = s.posizione, stato = s.stato, errore = s.errore, aggiornata = now()
    from json_to_recordset(${rows}::json) as s(nome text, posizione text, stato text, errore text)
    where p.nome = s.nome
  ) select pg_notify(${CHANNEL}, ${end})`.execute(tx);
}
