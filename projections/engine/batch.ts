import { sql, type Kysely, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { StoredEvent } from '#contracts/core/events.ts';
import { applicaEventi, daApplicare } from './apply.ts';
import { CANALE, type LettureDatabase } from '../database.ts';
import { attuali } from './facts.ts';
import { controScambio } from './locks.ts';
import { dopoDi, unisci, type Preparata, type Segno } from './preparation.ts';

/** The projections of one reader of the log: those that follow it, or those that catch up apart. */
export type Corsia = 'attiva' | 'recupero';

export interface Lotto {
  corsia: Corsia;
  /** The position these events were read after. */
  dopo: string | null;
  events: readonly StoredEvent[];
}

/** A checkpoint is behind what was read: the reader must start again from it, or it would skip events. */
export class PosizioneSuperata extends Error {}

export interface ContestoLotto {
  db: Kysely<LettureDatabase>;
  preparate: readonly Preparata[];
  log: Logger;
  /** Off for tables that nobody swaps: those a rebuild is filling. */
  controScambi: boolean;
}

/**
 * One batch, one transaction: every interested projection of the lane, then all checkpoints.
 * Checkpoints are read in here, so two runners, a crash or a swap of the tables can neither apply
 * an event twice nor leave one out. Says whether the lane still has projections.
 */
export async function applicaLotto({ db, preparate, log, controScambi }: ContestoLotto, lotto: Lotto): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // read tables can always be made again: a commit need not wait for the disk
    await sql`set local synchronous_commit = off`.execute(tx);
    if (controScambi) await controScambio(tx);
    const segni = await leggiSegni(tx, preparate);
    const miei = segni.filter((s) => s.stato === lotto.corsia);
    if (miei.some((s) => dopoDi(s.posizione) < dopoDi(lotto.dopo))) throw new PosizioneSuperata();
    const events = attuali(lotto.events);
    const fine = events.at(-1)?.position ?? null;
    const nuovi: Segno[] = [];
    for (const segno of miei) nuovi.push(await avanza(tx, preparate, segno, events, fine));
    for (const { nome, stato, errore } of nuovi) if (stato === 'ferma') log.error({ proiezione: nome, errore }, 'projection stopped');
    if (fine !== null) await scriviSegni(tx, nuovi, fine);
    if (lotto.corsia === 'attiva') return miei.length > 0;
    await unisci(tx);
    return (await leggiSegni(tx, preparate)).some((s) => s.stato === 'recupero');
  });
}

/** Checkpoints of the projections of this code: one that other code made is left to that code. */
export async function leggiSegni(db: Kysely<LettureDatabase>, preparate: readonly Preparata[]): Promise<Segno[]> {
  const { rows } = await sql<Segno>`select nome, posizione, stato, errore, firma from proiezioni order by nome for update`.execute(db);
  return rows.filter((r) => preparate.some((p) => p.projection.nome === r.nome && p.firma === r.firma));
}

async function avanza(tx: Transaction<LettureDatabase>, preparate: readonly Preparata[], segno: Segno, events: readonly StoredEvent[], fine: string | null): Promise<Segno> {
  const preparata = preparate.find((p) => p.projection.nome === segno.nome);
  if (!preparata || fine === null) return segno;
  const suoi = daApplicare(preparata.projection, segno.posizione, events);
  const fermata = suoi.length > 0 ? await applicaEventi(tx, preparata.projection, suoi) : null;
  if (fermata) return { ...segno, stato: 'ferma', errore: fermata.errore, posizione: fermata.ultimo ?? segno.posizione };
  return { ...segno, posizione: fine > dopoDi(segno.posizione) ? fine : segno.posizione };
}

async function scriviSegni(tx: Transaction<LettureDatabase>, segni: readonly Segno[], fine: string): Promise<void> {
  const righe = JSON.stringify(segni.map(({ nome, posizione, stato, errore }) => ({ nome, posizione, stato, errore })));
  await sql`with mossi as (
    update proiezioni p set posizione = s.posizione, stato = s.stato, errore = s.errore, aggiornata = now()
    from json_to_recordset(${righe}::json) as s(nome text, posizione text, stato text, errore text)
    where p.nome = s.nome
  ) select pg_notify(${CANALE}, ${fine})`.execute(tx);
}
