import { sql, type Kysely, type Transaction } from 'kysely';
import type { ReadDatabase, ProjectionState } from '../database.ts';
import { AGAINST_SWAP } from './locks.ts';
import type { Projection } from './projection.ts';
import { signatureOf } from './signature.ts';

export interface PreparedProjection {
  projection: Projection;
  signature: string;
}

/** A projection's row in the table `proiezioni`. */
export interface Checkpoint {
  nome: string;
  posizione: string | null;
  stato: ProjectionState;
  errore: string | null;
  firma: string;
  /** Latest instant of the events up to `posizione`; `null` where an earlier version of the code did not keep it. */
  istante?: Date | null;
  /** Id of the table from which the row was read; a rebuild replaces the table. */
  tavola: string;
}

/** Puts the start of the log before every position. */
export const afterOf = (position: string | null): string => position ?? '';

export async function withSignature(projections: readonly Projection[]): Promise<PreparedProjection[]> {
  return Promise.all(projections.map(async (projection) => ({ projection, signature: await signatureOf(projection) })));
}

/**
 * Creates schema, tables and checkpoints for the projections. A projection whose definition changed restarts from empty tables; a stopped
 * one is retried. Both catch up separately, unless no other projection is ahead of them.
 */
export async function prepare(db: Kysely<ReadDatabase>, schema: string, prepared: readonly PreparedProjection[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await AGAINST_SWAP.execute(tx);
    await tx.schema.createSchema(schema).ifNotExists().execute();
    await createProjections(tx);
    const existing = await sql<Checkpoint & { tabelle: string[] }>`select * from proiezioni for update`.execute(tx);
    for (const old of existing.rows) {
      if (!prepared.some((p) => p.projection.name === old.nome && p.signature === old.firma)) await remove(tx, schema, old);
    }
    for (const { projection, signature } of prepared) {
      if (existing.rows.some((r) => r.nome === projection.name && r.firma === signature)) continue;
      await deleteTables(tx, schema, projection.tables);
      await projection.create(tx);
      await tx
        .insertInto('proiezioni')
        .values({
          nome: projection.name,
          posizione: null,
          stato: 'recupero',
          errore: null,
          aggiornata: sql`now()`,
          firma: signature,
          tabelle: [...projection.tables],
        })
        .execute();
    }
    await tx.updateTable('proiezioni').set({ stato: 'recupero', errore: null }).where('stato', '=', 'ferma').execute();
    // an earlier version of the code may not have kept `cambiata` up to date
    await tx
      .updateTable('proiezioni')
      .set(({ ref }) => ({ cambiata: ref('posizione') }))
      .execute();
    await JOIN.execute(tx);
  });
}

/** Activates the projections that are as far as every active one. */
export const JOIN = sql`update proiezioni set stato = 'attiva' where stato = 'recupero'
    and coalesce(posizione, '') >= (select coalesce(max(posizione), '') from proiezioni where stato = 'attiva')`;

async function createProjections(tx: Transaction<ReadDatabase>): Promise<void> {
  await sql`create table if not exists proiezioni (
    nome text primary key,
    -- positions are ordered byte by byte, in SQL too
    posizione text collate "C",
    -- position of the last event that changed its tables
    cambiata text collate "C",
    stato text not null,
    errore text,
    aggiornata timestamptz not null,
    firma text not null,
    tabelle text[] not null,
    -- latest instant of the events up to the position
    istante timestamptz
  )`.execute(tx);
  const { rows } = await sql<{ attname: string }>`select attname from pg_attribute where attrelid = 'proiezioni'::regclass`.execute(tx);
  const missing = (name: string) => rows.every(({ attname }) => attname !== name);
  if (missing('cambiata')) await sql`alter table proiezioni add column cambiata text collate "C"`.execute(tx);
  if (missing('istante')) await sql`alter table proiezioni add column istante timestamptz`.execute(tx);
}

async function remove(
  tx: Transaction<ReadDatabase>,
  schema: string,
  { nome, tabelle }: { nome: string; tabelle: string[] },
): Promise<void> {
  await deleteTables(tx, schema, tabelle);
  await tx.deleteFrom('proiezioni').where('nome', '=', nome).execute();
}

/** Drops tables with their schema named, so that a missing read table never resolves to a table of the write side. */
async function deleteTables(tx: Transaction<ReadDatabase>, schema: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx.schema.dropTable(`${schema}.${table}`).ifExists().execute();
}
