import { sql, type Kysely, type Transaction } from 'kysely';
import type { ReadDatabase, ProjectionState } from '../database.ts';
import { readTables } from '../database/compiled.ts';
import type { PostgresTables } from '../database/postgres-tables.ts';
import { POSITION_TYPE } from './columns.ts';
import { AGAINST_SWAP } from './locks.ts';
import type { Projection } from './projection.ts';
import { signatureOf } from './signature.ts';

export interface SignedProjection {
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
  tavola: number;
}

/** Puts the start of the log before every position. */
export const sortablePosition = (position: string | null): string => position ?? '';

export async function withSignature(projections: readonly Projection[]): Promise<SignedProjection[]> {
  return Promise.all(projections.map(async (projection) => ({ projection, signature: await signatureOf(projection) })));
}

/**
 * Creates schema, tables and checkpoints for the projections. A projection whose definition changed restarts from empty tables; a stopped
 * one is retried. Both catch up separately, unless no other projection is ahead of them.
 */
export async function prepareTables(db: Kysely<ReadDatabase>, schema: string, signed: readonly SignedProjection[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.executeQuery(AGAINST_SWAP);
    await tx.schema.createSchema(schema).ifNotExists().execute();
    await createProjections(tx);
    const existing = await tx.selectFrom('proiezioni').select(['nome', 'firma', 'tabelle']).forUpdate().execute();
    for (const old of existing) {
      if (!signed.some((p) => p.projection.name === old.nome && p.signature === old.firma)) await remove(tx, schema, old);
    }
    for (const { projection, signature } of signed) {
      if (existing.some((r) => r.nome === projection.name && r.firma === signature)) continue;
      await deleteTables(tx, schema, projection.tables);
      await projection.create(tx);
      await tx
        .insertInto('proiezioni')
        .values(({ fn }) => ({
          nome: projection.name,
          posizione: null,
          stato: 'recupero',
          errore: null,
          aggiornata: fn<Date>('now'),
          firma: signature,
          tabelle: [...projection.tables],
        }))
        .execute();
    }
    await tx.updateTable('proiezioni').set({ stato: 'recupero', errore: null }).where('stato', '=', 'ferma').execute();
    // an earlier version of the code may not have kept `cambiata` up to date
    await tx
      .updateTable('proiezioni')
      .set(({ ref }) => ({ cambiata: ref('posizione') }))
      .execute();
    await tx.executeQuery(ACTIVATE_CAUGHT_UP);
  });
}

/** Activates the projections that are as far as every active one. */
export const ACTIVATE_CAUGHT_UP = readTables
  .updateTable('proiezioni')
  .set({ stato: 'attiva' })
  .where('stato', '=', 'recupero')
  .where(({ eb, fn, selectFrom }) =>
    eb(
      fn.coalesce('posizione', sql.lit('')),
      '>=',
      selectFrom('proiezioni')
        .select((active) => active.fn.coalesce(active.fn.max('posizione'), sql.lit('')).as('furthest'))
        .where('stato', '=', 'attiva'),
    ),
  )
  .compile();

async function createProjections(tx: Transaction<ReadDatabase>): Promise<void> {
  await tx.schema
    .createTable('proiezioni')
    .ifNotExists()
    .addColumn('nome', 'text', (column) => column.primaryKey())
    .addColumn('posizione', POSITION_TYPE)
    .addColumn('cambiata', POSITION_TYPE)
    .addColumn('stato', 'text', (column) => column.notNull())
    .addColumn('errore', 'text')
    .addColumn('aggiornata', 'timestamptz', (column) => column.notNull())
    .addColumn('firma', 'text', (column) => column.notNull())
    .addColumn('tabelle', sql<string[]>`text[]`, (column) => column.notNull())
    .addColumn('istante', 'timestamptz')
    .execute();
  const columns = await tx
    .withTables<PostgresTables>()
    .selectFrom('pg_attribute')
    .select('attname')
    .where('attrelid', '=', ({ fn, val }) => fn<number>('to_regclass', [val('proiezioni')]))
    .execute();
  const missing = (name: string) => columns.every(({ attname }) => attname !== name);
  const table = tx.schema.alterTable('proiezioni');
  if (missing('cambiata')) await table.addColumn('cambiata', POSITION_TYPE).execute();
  if (missing('istante')) await table.addColumn('istante', 'timestamptz').execute();
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
