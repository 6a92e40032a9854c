import { sql, type Kysely, type Transaction } from 'kysely';
import type { LettureDatabase, StatoProiezione } from '../database.ts';
import { controScambio } from './locks.ts';
import type { Projection } from './projection.ts';
import { firmaDi } from './signature.ts';

export interface Preparata {
  projection: Projection;
  firma: string;
}

/** A projection's row in `proiezioni`. */
export interface Segno {
  nome: string;
  posizione: string | null;
  stato: StatoProiezione;
  errore: string | null;
  firma: string;
}

/** Puts the start of the log before every position. */
export const dopoDi = (posizione: string | null): string => posizione ?? '';

export async function conFirma(projections: readonly Projection[]): Promise<Preparata[]> {
  return Promise.all(projections.map(async (projection) => ({ projection, firma: await firmaDi(projection) })));
}

/**
 * Schema, tables and checkpoints as the projections want them. Those whose definition changed start
 * again from empty tables; those that had stopped are tried again. Both catch up apart, unless
 * nothing is ahead of them.
 */
export async function prepara(db: Kysely<LettureDatabase>, schema: string, preparate: readonly Preparata[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await controScambio(tx);
    await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
    await creaProiezioni(tx);
    const esistenti = await sql<Segno & { tabelle: string[] }>`select * from proiezioni for update`.execute(tx);
    for (const vecchia of esistenti.rows) {
      if (!preparate.some((p) => p.projection.nome === vecchia.nome && p.firma === vecchia.firma)) await togli(tx, schema, vecchia);
    }
    for (const { projection, firma } of preparate) {
      if (esistenti.rows.some((r) => r.nome === projection.nome && r.firma === firma)) continue;
      await eliminaTabelle(tx, schema, projection.tabelle);
      await projection.crea(tx);
      await tx.insertInto('proiezioni').values({
        nome: projection.nome, posizione: null, stato: 'recupero', errore: null, aggiornata: sql`now()`, firma, tabelle: [...projection.tabelle],
      }).execute();
    }
    await sql`update proiezioni set stato = 'recupero', errore = null where stato = 'ferma'`.execute(tx);
    await unisci(tx);
  });
}

/** Those that are as far as every active one become active. */
export async function unisci(tx: Transaction<LettureDatabase>): Promise<void> {
  await sql`update proiezioni set stato = 'attiva' where stato = 'recupero'
    and coalesce(posizione, '') >= (select coalesce(max(posizione), '') from proiezioni where stato = 'attiva')`.execute(tx);
}

async function creaProiezioni(tx: Transaction<LettureDatabase>): Promise<void> {
  await sql`create table if not exists proiezioni (
    nome text primary key,
    -- positions are ordered byte by byte, in SQL too
    posizione text collate "C",
    stato text not null,
    errore text,
    aggiornata timestamptz not null,
    firma text not null,
    tabelle text[] not null
  )`.execute(tx);
}

async function togli(tx: Transaction<LettureDatabase>, schema: string, { nome, tabelle }: { nome: string; tabelle: string[] }): Promise<void> {
  await eliminaTabelle(tx, schema, tabelle);
  await tx.deleteFrom('proiezioni').where('nome', '=', nome).execute();
}

/** The schema is named: a read table that is not there must never be looked for among those of the write side. */
async function eliminaTabelle(tx: Transaction<LettureDatabase>, schema: string, tabelle: readonly string[]): Promise<void> {
  for (const tabella of tabelle) await sql`drop table if exists ${sql.table(`${schema}.${tabella}`)}`.execute(tx);
}
