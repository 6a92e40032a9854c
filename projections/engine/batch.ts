import { sql, type Kysely, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { StoredEvent } from '#contracts/core/events.ts';
import { applyEvents, toApply } from './apply.ts';
import { CHANNEL, type ReadDatabase } from '../database.ts';
import { current } from './facts.ts';
import { againstSwap } from './locks.ts';
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

/**
 * One batch, one transaction: every interested projection of the lane, then all checkpoints.
 * Checkpoints are read in here, so two runners, a crash or a swap of the tables can neither apply
 * an event twice nor leave one out. Says whether the lane still has projections.
 */
export async function applyBatch({ db, prepared, log, againstSwaps }: BatchContext, batch: Batch): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // read tables can always be made again: a commit need not wait for the disk
    await sql`set local synchronous_commit = off`.execute(tx);
    if (againstSwaps) await againstSwap(tx);
    const checkpoints = await readCheckpoints(tx, prepared);
    const mine = checkpoints.filter((s) => s.stato === batch.lane);
    if (mine.some((s) => afterOf(s.posizione) < afterOf(batch.after))) throw new StalePosition();
    const events = current(batch.events);
    const end = events.at(-1)?.position ?? null;
    const added: Checkpoint[] = [];
    for (const checkpoint of mine) added.push(await advance(tx, prepared, checkpoint, events, end));
    for (const { nome: name, stato: state, errore: error } of added) if (state === 'ferma') log.error({ proiezione: name, errore: error }, 'projection stopped');
    if (end !== null) await writeCheckpoints(tx, added, end);
    if (batch.lane === 'attiva') return mine.length > 0;
    await join(tx);
    return (await readCheckpoints(tx, prepared)).some((s) => s.stato === 'recupero');
  });
}

/** Checkpoints of the projections of this code: one that other code made is left to that code. */
export async function readCheckpoints(db: Kysely<ReadDatabase>, prepared: readonly Prepared[]): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`select nome, posizione, stato, errore, firma from proiezioni order by nome for update`.execute(db);
  return rows.filter((r) => prepared.some((p) => p.projection.name === r.nome && p.signature === r.firma));
}

async function advance(tx: Transaction<ReadDatabase>, prepared: readonly Prepared[], checkpoint: Checkpoint, events: readonly StoredEvent[], end: string | null): Promise<Checkpoint> {
  const preparedOne = prepared.find((p) => p.projection.name === checkpoint.nome);
  if (!preparedOne || end === null) return checkpoint;
  const own = toApply(preparedOne.projection, checkpoint.posizione, events);
  const stop = own.length > 0 ? await applyEvents(tx, preparedOne.projection, own) : null;
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
